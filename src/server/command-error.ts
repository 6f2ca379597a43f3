/** A failure of the command line that its message explains. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
