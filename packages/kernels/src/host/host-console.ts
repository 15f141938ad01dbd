const host = globalThis as unknown as { readonly console?: { warn?(text: string): void } };

/** Prints a warning on the host's console; a host without one hears nothing. */
export function warnOnConsole(text: string): void {
  host.console?.warn?.(text);
}
