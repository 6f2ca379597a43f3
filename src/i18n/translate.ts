import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import { FORMATS, formatters } from "./intl.ts";
import { currentLocale, formatTag, type Language } from "./locale.ts";
import type { Arguments, Message, PlainText, Tags } from "./message.ts";

/** Build output for a text with values, tags or a context: its catalog key and the compiled English. */
export type CompiledText = readonly [key: string, english: CompiledMessage];

interface Source {
  lookup(text: string | CompiledText, language: Language): CompiledMessage | undefined;
  /** For English that the build hasn't compiled: on the server and in tests. */
  compile(text: string): CompiledMessage;
}

let source: Source = { lookup: () => undefined, compile: (text) => text };

export function translateBy(next: Source): void {
  source = next;
}

export function t<const S extends string>(text: S, ...values: Arguments<S>): string;
export function t(message: Message): string;
export function t(text: string, values?: object): string {
  return formatted(text, values) as string;
}

/** Marks a text for translation by `t`, which shows it. Texts with values are functions that call `t` instead. */
export const msg = <const S extends string>(text: PlainText<S>): Message => text as string as Message;

/** The text in pieces: strings, and the results of the functions for its tags. */
export function pieces<Piece, const S extends string>(
  text: S,
  ...values: Arguments<S, Record<Tags<S>, (inside: (string | Piece)[]) => Piece>>
): (string | Piece)[] {
  const result = formatted<Piece>(text, values[0]);
  return Array.isArray(result) ? result : [result];
}

/** The English without its context: `Open##verb` and `Open##state` are two messages. */
export const withoutContext = (text: string): string => text.replace(/##.*$/s, "");

function formatted<Piece = never>(text: string | CompiledText, values: object | undefined) {
  const locale = currentLocale();
  const { language, zone } = locale;
  const english = () => (typeof text === "string" ? source.compile(text) : text[1]);
  const message = source.lookup(text, language) ?? english();
  if (typeof message === "string") return message;
  const options = { formatters, formats: FORMATS, ...(zone === undefined ? {} : { timeZone: zone }) };
  return format<Piece>(message, formatTag(locale), withoutControls(values) as FormatValues<Piece>, options);
}

/** Embeddings, overrides and isolates: in a value, such as a name, they would turn the sentence around it. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

function withoutControls(values: object | undefined): object | undefined {
  if (values === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(DIRECTION_CONTROLS, "") : value,
    ]),
  );
}
