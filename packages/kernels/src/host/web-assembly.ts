/** The part of WebAssembly that the loader uses. The library's types name neither the DOM nor Node. */
export interface WebAssemblyHost {
  readonly Memory: new (size: { initial: number; maximum: number; shared: boolean }) => WasmMemory;
  readonly Module: {
    new (bytes: Uint8Array): object;
    exports(module: object): { readonly name: string }[];
  };
  readonly Instance: new (module: object, imports: { env: object }) => { readonly exports: unknown };
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: { env: object }): Promise<{ readonly exports: unknown }>;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export const PAGE_BYTES = 65_536;
/** What a memory with 32-bit addresses can hold: 4 GiB. */
export const MOST_PAGES = 65_536;

export function webAssembly(): WebAssemblyHost | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyHost }).WebAssembly;
}
