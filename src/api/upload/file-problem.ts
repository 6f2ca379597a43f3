export class FileProblem extends Error {
  override readonly name = "FileProblem";
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
