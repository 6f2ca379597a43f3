import { CommandError, UsageError } from "../../server/command-error.ts";
import { type CommandLine, helpText, parse, usageOf } from "../command-line.ts";
import { AS_CODE_COMMANDS } from "./commands.ts";

/** Returns the exit code: 0 success, 1 failure or wrong usage, or what the command says. */
export async function runCommand(line: CommandLine): Promise<number> {
  const help = helpText(AS_CODE_COMMANDS, line);
  if (help !== undefined) {
    line.print(help);
    return 0;
  }
  try {
    const parsed = parse(AS_CODE_COMMANDS, line);
    if (!parsed) throw new UsageError(`Unknown command ${line.args[0] ?? ""}`);
    return (await parsed.command.run(parsed.call)) ?? 0;
  } catch (error) {
    line.printError(error instanceof CommandError ? error.message : String((error as Error).stack ?? error));
    if (error instanceof UsageError) line.printError(usageOf(AS_CODE_COMMANDS, line));
    return 1;
  }
}
