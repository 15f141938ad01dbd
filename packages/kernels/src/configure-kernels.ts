/** The one process-wide setting. Kernels change speed, never results. */
export interface KernelOptions {
  /**
   * A `WebAssembly.Module` of the kernels that the host compiled itself, where a page may not compile one;
   * `null` runs the plain-JavaScript twins; left out, the built-in module.
   */
  readonly module?: object | null;
}

export function configureKernels(_options: KernelOptions): void {
  throw new Error("not yet: the next commit");
}
