import { parseArgs } from "node:util";
import type { Config } from "../server/config/config.ts";
import type { SettingsRead } from "../server/config/sources.ts";

/** One of `tessera WORDS ...`. */
export interface Command<C extends BaseCall = Call> {
  readonly words: string;
  /** Names of required arguments, for the usage. */
  readonly args?: readonly string[];
  /** Options with a value, by name, with the name of the value. */
  readonly options?: Readonly<Record<string, string>>;
  /** Options that may be given several times. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly switches?: readonly string[];
  readonly help: string;
  /** The exit code; by default 0. */
  run(call: C): Promise<number | undefined> | Promise<void>;
}

/** What commands need that run without the server's settings. */
export interface BaseCall {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>;
  has(name: string): boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
  /** A user can answer questions. */
  readonly isInteractive: boolean;
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
}

export interface Call extends BaseCall {
  readonly config: Config;
  readonly settings: SettingsRead;
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
  isInteractive?: boolean;
  signal?: AbortSignal;
}

export function parse<C extends Pick<Command, "words" | "args" | "options" | "lists" | "switches">>(
  commands: readonly C[],
  line: CommandLine,
) {
  const text = line.args.join(" ");
  const command = commands.find(({ words }) => text === words || text.startsWith(`${words} `));
  if (!command) return undefined;
  const names = (record: object | undefined) => Object.keys(record ?? {});
  const options = {
    ...Object.fromEntries(names(command.options).map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries(names(command.lists).map((name) => [name, { type: "string" as const, multiple: true }])),
    ...Object.fromEntries((command.switches ?? []).map((name) => [name, { type: "boolean" as const }])),
  };
  try {
    const rest = line.args.slice(command.words.split(" ").length);
    const { values, positionals: args } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
    if (args.length !== (command.args?.length ?? 0)) return undefined;
    const entries = Object.entries(values);
    const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
    const lists = entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
    const call = {
      ...{ args, options: Object.fromEntries(texts), lists: Object.fromEntries(lists) },
      has: (name: string) => values[name] === true,
      ...{ env: line.env, print: line.print, printError: line.printError },
      isInteractive: line.isInteractive ?? false,
      signal: line.signal ?? new AbortController().signal,
    };
    return { command, call };
  } catch {
    return undefined;
  }
}

export function usage(commands: readonly Omit<Command, "run">[]): string {
  const rows = commands.map(({ words, args = [], options = {}, lists = {}, switches = [], help }) => {
    const optional = [
      ...Object.entries(options).map(([name, value]) => `--${name} ${value}`),
      ...Object.entries(lists).map(([name, value]) => `--${name} ${value}`),
      ...switches.map((name) => `--${name}`),
    ];
    const call = ["tessera", words, ...args, ...optional.map((text) => `[${text}]`)].join(" ");
    return `  ${call}\n      ${help}`;
  });
  return `Usage:
  tessera
      Start the server.
${rows.join("\n")}

pull, plan, apply and watch use a running server: --url and --token, or TESSERA_URL and TESSERA_TOKEN.
The store of all others is that of the server: see TESSERA_HOME, TESSERA_DATABASE_URL and the other settings.
Exit codes: 0 success, 1 failure, 2 wrong usage or, for plan, changes.`;
}
