export { squaredError } from "@cambium/core";
