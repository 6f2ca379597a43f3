import { parseArgs } from "node:util";
import { didYouMean } from "../model/did-you-mean.ts";
import { UsageError } from "../server/command-error.ts";
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

type Shape = Pick<Command, "words" | "args" | "options" | "lists" | "switches">;

/** Undefined if no command has these words. Throws a `UsageError` that says what is wrong. */
export function parse<C extends Shape>(commands: readonly C[], line: CommandLine) {
  const command = commandOf(commands, line);
  if (!command) return undefined;
  const { values, positionals: args } = parsedArgs(command, line.args.slice(command.words.split(" ").length));
  const { args: names = [] } = command;
  const missing = names.slice(args.length);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(" ")}`);
  if (args.length > names.length) throw new UsageError(`Unexpected argument ${args[names.length]}`);
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
}

function commandOf<C extends Shape>(commands: readonly C[], { args }: CommandLine): C | undefined {
  const text = args.join(" ");
  return commands.find(({ words }) => text === words || text.startsWith(`${words} `));
}

function parsedArgs(command: Shape, args: readonly string[]) {
  const names = (record: object | undefined) => Object.keys(record ?? {});
  const options = {
    ...Object.fromEntries(names(command.options).map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries(names(command.lists).map((name) => [name, { type: "string" as const, multiple: true }])),
    ...Object.fromEntries((command.switches ?? []).map((name) => [name, { type: "boolean" as const }])),
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1];
    throw new UsageError(unknown === undefined ? message : unknownText(unknown, Object.keys(options)));
  }
}

function unknownText(option: string, known: readonly string[]): string {
  const [close] = didYouMean(option.replace(/^-+/, ""), known);
  return `Unknown option ${option}${close === undefined ? "" : `. Did you mean --${close}?`}`;
}

/** For `--help`: how all commands are called, or the one that is named. */
export function helpText(commands: readonly Shaped[], line: CommandLine): string | undefined {
  if (!line.args.some((arg) => arg === "--help" || arg === "-h")) return undefined;
  return usageOf(commands, line);
}

type Shaped = Omit<Command, "run">;

/** Of the command of this line, or of all if there is none. */
export function usageOf(commands: readonly Shaped[], line: CommandLine): string {
  const command = commandOf(commands, line);
  return command ? `Usage:\n${usageRow(command)}` : usage(commands);
}

function usageRow({ words, args = [], options = {}, lists = {}, switches = [], help }: Shaped): string {
  const optional = [
    ...Object.entries(options).map(([name, value]) => `--${name} ${value}`),
    ...Object.entries(lists).map(([name, value]) => `--${name} ${value}`),
    ...switches.map((name) => `--${name}`),
  ];
  const call = ["tessera", words, ...args, ...optional.map((text) => `[${text}]`)].join(" ");
  return `  ${call}\n      ${help}`;
}

function usage(commands: readonly Shaped[]): string {
  return `Usage:
  tessera
      Start the server.
${commands.map(usageRow).join("\n")}

pull, plan, apply and watch use a running server: --url and --token, or TESSERA_URL and TESSERA_TOKEN.
Their exit codes: 0 success, 1 failure or wrong usage, 2 if plan has changes.
The store of all others is that of the server: see TESSERA_HOME, TESSERA_DATABASE_URL and the other settings.
Their exit codes: 0 success, 1 failure, 2 wrong usage.`;
}
