/** What the readers read: a path or URL, bytes, a Blob (a File of a file picker), or a stream of bytes. */
export type ByteSource =
  | string
  | { readonly href: string }
  | Uint8Array
  | ArrayBuffer
  | ByteBlob
  | ByteStream
  | AsyncIterable<Uint8Array>;

/** A `Blob` or `File`, as far as it is read: named here so that these types need neither the DOM's nor Node's. */
export interface ByteBlob {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `ReadableStream<Uint8Array>`, as far as it is read. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}
