/** A failure of the command line that its message explains. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** The command was called wrongly. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}
