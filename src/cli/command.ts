import { parseArgs } from "node:util";
import { bundleTexts } from "../api/bundle/index.ts";
import { TesseraError } from "../model/errors.ts";
import { CommandError, UsageError } from "../server/command-error.ts";
import { type Config, readConfig } from "../server/config/config.ts";
import { readSources, type SettingsRead } from "../server/config/sources.ts";
import { DriverInstallError } from "../server/drivers/drivers.ts";
import { startFailureText } from "../server/start/start-failure.ts";
import { BACKUP_COMMANDS } from "./backup-commands.ts";
import { BENCH_COMMAND } from "./bench-command.ts";
import { BUNDLE_COMMANDS } from "./bundle-commands.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { USER_COMMANDS } from "./user-commands.ts";

/** One of `tessera WORDS ...`. */
export interface Command {
  readonly words: string;
  /** Names of required arguments, for the usage. */
  readonly args?: readonly string[];
  /** Options with a value, by name, with the name of the value. */
  readonly options?: Readonly<Record<string, string>>;
  readonly switches?: readonly string[];
  readonly help: string;
  run(call: Call): Promise<void>;
}

export interface Call {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  has(name: string): boolean;
  readonly config: Config;
  readonly settings: SettingsRead;
  print(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
}

export interface CommandLine {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  root: string;
  print(line: string): void;
  printError(line: string): void;
  input?(): Promise<string>;
}

const COMMANDS: readonly Command[] = [
  ...BUNDLE_COMMANDS,
  ...USER_COMMANDS,
  ...SERVER_COMMANDS,
  ...BACKUP_COMMANDS,
  BENCH_COMMAND,
];

/** Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommand(line: CommandLine): Promise<number> {
  const parsed = parse(line.args);
  if (!parsed) {
    line.printError(usage());
    return 2;
  }
  let config: Config | undefined;
  try {
    const settings = readSources(line.env);
    for (const warning of settings.warnings) line.printError(warning);
    config = readConfig(settings.values, line.root);
    const { command, ...given } = parsed;
    const input = line.input ?? (async () => "");
    await command.run({ ...given, config, settings, print: line.print, input });
    return 0;
  } catch (error) {
    for (const text of failureTexts(error, config)) line.printError(text);
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse(given: readonly string[]) {
  const text = given.join(" ");
  const command = COMMANDS.find(({ words }) => text === words || text.startsWith(`${words} `));
  if (!command) return undefined;
  const options = {
    ...Object.fromEntries(Object.keys(command.options ?? {}).map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries((command.switches ?? []).map((name) => [name, { type: "boolean" as const }])),
  };
  try {
    const rest = given.slice(command.words.split(" ").length);
    const { values, positionals: args } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
    if (args.length !== (command.args?.length ?? 0)) return undefined;
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return { command, args, options: Object.fromEntries(texts), has: (name: string) => values[name] === true };
  } catch {
    return undefined;
  }
}

function usage(): string {
  const rows = COMMANDS.map(({ words, args = [], options = {}, switches = [], help }) => {
    const optional = [
      ...Object.entries(options).map(([name, value]) => `--${name} ${value}`),
      ...switches.map((name) => `--${name}`),
    ];
    const call = ["tessera", words, ...args, ...optional.map((text) => `[${text}]`)].join(" ");
    return `  ${call}\n      ${help}`;
  });
  return `Usage:
  tessera
      Start the server.
${rows.join("\n")}

The store is that of the server: see TESSERA_HOME, TESSERA_DATABASE_URL and the other settings.
Exit codes: 0 success, 1 failure, 2 wrong usage.`;
}

function failureTexts(error: unknown, config: Config | undefined): string[] {
  if (error instanceof TesseraError) return bundleTexts(error);
  if (error instanceof CommandError) return [error.message];
  if (error instanceof DriverInstallError) return [error.output, `The driver couldn't be installed: ${error.message}.`];
  return [startFailureText(error, config)];
}
