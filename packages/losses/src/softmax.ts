export { type SoftmaxOptions, softmax } from "@cambium/core";
