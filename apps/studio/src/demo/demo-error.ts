/** Something around the demo that its user can repair: told in one line, without a stack. */
export class DemoError extends Error {
  override readonly name = "DemoError";

  constructor(message: string, options?: ErrorOptions) {
    super(`cambium: ${message}`, options);
  }
}
