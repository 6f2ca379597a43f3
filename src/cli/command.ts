import { bundleTexts } from "../api/bundle/index.ts";
import { TesseraError } from "../model/errors.ts";
import { CommandError, UsageError } from "../server/command-error.ts";
import { type Config, readConfig } from "../server/config/config.ts";
import { readSources } from "../server/config/sources.ts";
import { DriverInstallError } from "../server/drivers/drivers.ts";
import { startFailureText } from "../server/start/start-failure.ts";
import { AS_CODE_COMMANDS } from "./as-code/index.ts";
import { BACKUP_COMMANDS } from "./backup-commands.ts";
import { BENCH_COMMAND } from "./bench-command.ts";
import { BUNDLE_COMMANDS } from "./bundle-commands.ts";
import { type Command, type CommandLine, helpText, parse, usageOf } from "./command-line.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { USER_COMMANDS } from "./user-commands.ts";

const COMMANDS: readonly Command[] = [
  ...AS_CODE_COMMANDS,
  ...BUNDLE_COMMANDS,
  ...USER_COMMANDS,
  ...SERVER_COMMANDS,
  ...BACKUP_COMMANDS,
  BENCH_COMMAND,
];

/** Returns the exit code: 0 success, 1 failure, 2 wrong usage or what the command says. */
export async function runCommand(line: CommandLine): Promise<number> {
  const help = helpText(COMMANDS, line);
  if (help !== undefined) {
    line.print(help);
    return 0;
  }
  const parsed = parsedLine(line);
  if (!parsed) {
    line.printError(usageOf(COMMANDS, line));
    return 2;
  }
  let config: Config | undefined;
  try {
    const settings = readSources(line.env);
    for (const warning of settings.warnings) line.printError(warning);
    config = readConfig(settings.values, line.root);
    const input = line.input ?? (async () => "");
    return (await parsed.command.run({ ...parsed.call, config, settings, input })) ?? 0;
  } catch (error) {
    for (const text of failureTexts(error, config)) line.printError(text);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Undefined if it can't be run, after it has said why. */
function parsedLine(line: CommandLine) {
  try {
    return parse(COMMANDS, line);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    line.printError(error.message);
    return undefined;
  }
}

function failureTexts(error: unknown, config: Config | undefined): string[] {
  if (error instanceof TesseraError) return bundleTexts(error);
  if (error instanceof CommandError) return [error.message];
  if (error instanceof DriverInstallError) return [error.output, `The driver couldn't be installed: ${error.message}.`];
  return [startFailureText(error, config)];
}
