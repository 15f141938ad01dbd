export { logistic } from "@cambium/core";
