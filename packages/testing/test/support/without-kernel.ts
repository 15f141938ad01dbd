import type { AnyLoss } from "@cambium/core";

/** What a loss with `derivatives` of its own is made of: a kernel would be asked in their place. */
export function withoutKernel<L extends AnyLoss>({ kernel: _, ...loss }: L): Omit<L, "kernel"> {
  return loss;
}
