export class FileProblem extends Error {
  override readonly name = "FileProblem";
  /** Of the form, which the problem is about. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
