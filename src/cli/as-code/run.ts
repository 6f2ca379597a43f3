import { CommandError } from "../../server/command-error.ts";
import { type CommandLine, parse, usage } from "../command-line.ts";
import { AS_CODE_COMMANDS } from "./commands.ts";

/** Returns the exit code, as `runCommand` of all commands does. */
export async function runCommand(line: CommandLine): Promise<number> {
  const parsed = parse(AS_CODE_COMMANDS, line);
  if (!parsed) {
    line.printError(usage(AS_CODE_COMMANDS));
    return 2;
  }
  try {
    return (await parsed.command.run(parsed.call)) ?? 0;
  } catch (error) {
    line.printError(error instanceof CommandError ? error.message : String((error as Error).stack ?? error));
    return 1;
  }
}
