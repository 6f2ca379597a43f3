import { t } from "../../i18n/translate.ts";
import { templateError } from "./template-error.ts";

/** Cheap, because most custom SQL has no templates. */
export const hasTemplate = (text: string) => text.includes("{{") || text.includes("{%") || text.includes("{#");

/** A piece of a template: plain text, or a tag with its delimiters but without their `-`. */
export interface Segment {
  kind: "text" | "tag";
  text: string;
  line: number;
}

const MAX_TAG_CHARS = 20_000;
const CLOSING: Readonly<Record<string, string>> = { "{{": "}}", "{%": "%}" };

/**
 * Splits a template into text and tags, drops comments, keeps `{% raw %}` blocks as text and applies the `-` of white
 * space control. Like Jinja by default, drops one line break at the very end.
 */
export function segmentsOf(template: string): Segment[] {
  return new Scanner(template.endsWith("\n") ? template.slice(0, -1) : template).scan();
}

const TAG_TOKENS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}%]/gs;
const RAW = /^\{%-?\s*raw\s*-?%\}/;
const END_RAW = /\{%(-?)\s{0,100}endraw\s{0,100}(-?)%\}/g;

class Scanner {
  readonly #source: string;
  readonly #segments: Segment[] = [];
  #at = 0;
  #line = 1;
  #counted = 0;
  #trimsNext = false;

  constructor(source: string) {
    this.#source = source;
  }

  scan(): Segment[] {
    while (this.#at < this.#source.length) {
      const start = this.#nextTag();
      this.#addText(this.#source.slice(this.#at, start));
      this.#at = start;
      if (start < this.#source.length) this.#takeTag();
    }
    return this.#segments;
  }

  #nextTag(): number {
    for (let at = this.#source.indexOf("{", this.#at); at >= 0; at = this.#source.indexOf("{", at + 1)) {
      const next = this.#source[at + 1];
      if (next === "{" || next === "%" || next === "#") return at;
    }
    return this.#source.length;
  }

  #addText(text: string): void {
    const shown = this.#trimsNext ? text.trimStart() : text;
    if (text !== "") this.#trimsNext = false;
    if (shown !== "") this.#segments.push({ kind: "text", text: shown, line: this.#lineAt(this.#at) });
  }

  #takeTag(): void {
    const opening = this.#source.slice(this.#at, this.#at + 2);
    if (this.#source[this.#at + 2] === "-") this.#trimBefore();
    const raw = RAW.exec(this.#source.slice(this.#at, this.#at + 200));
    if (opening === "{#") this.#skipComment();
    else if (raw) this.#takeRaw(raw[0]);
    else this.#takeExpression(opening);
  }

  #takeExpression(opening: string): void {
    const end = this.#endOfTag(CLOSING[opening] ?? "");
    const trims = this.#source[end - 3] === "-" && end - this.#at > 5;
    const from = this.#at + (this.#source[this.#at + 2] === "-" ? 3 : 2);
    const body = this.#source.slice(from, end - (trims ? 3 : 2));
    const text = `${opening} ${withoutLongBlanks(body)} ${CLOSING[opening]}`;
    this.#segments.push({ kind: "tag", text, line: this.#lineAt(this.#at) });
    this.#at = end;
    this.#trimsNext = trims;
  }

  #skipComment(): void {
    const end = this.#source.indexOf("#}", this.#at + 2);
    if (end < 0) throw this.#syntaxError(t("Missing end of comment tag"));
    this.#trimsNext = this.#source[end - 1] === "-";
    this.#at = end + 2;
  }

  #takeRaw(opening: string): void {
    END_RAW.lastIndex = this.#at + opening.length;
    const end = END_RAW.exec(this.#source);
    if (!end) throw this.#syntaxError(t("Missing end of raw directive"));
    const text = this.#source.slice(this.#at + opening.length, end.index);
    this.#trimsNext = false;
    const trimmed = opening.includes("-%}") ? text.trimStart() : text;
    this.#addText(end[1] ? trimmed.trimEnd() : trimmed);
    this.#at = end.index + end[0].length;
    this.#trimsNext = end[2] === "-";
  }

  /** Ignores delimiters within quotes and inner braces. */
  #endOfTag(closing: string): number {
    const tag = this.#source.slice(this.#at + 2, this.#at + MAX_TAG_CHARS);
    let depth = 0;
    for (const { 0: token, index } of tag.matchAll(TAG_TOKENS)) {
      if (depth === 0 && tag.startsWith(closing, index)) return this.#at + index + 4;
      if (token === "{") depth++;
      else if (token === "}") depth--;
    }
    throw this.#syntaxError(t("unexpected end of template, or a tag that is too long"));
  }

  #trimBefore(): void {
    const last = this.#segments.at(-1);
    if (last?.kind === "text") last.text = last.text.trimEnd();
  }

  #syntaxError(message: string) {
    return templateError("TemplateSyntaxError", message, { template: this.#source, line: this.#lineAt(this.#at) });
  }

  #lineAt(position: number): number {
    for (let at = this.#source.indexOf("\n", this.#counted); at >= 0 && at < position; ) {
      this.#line++;
      this.#counted = at + 1;
      at = this.#source.indexOf("\n", this.#counted);
    }
    return this.#line;
  }
}

const BLANKS_OR_TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\s+/gs;

/** The tokenizer takes quadratic time on long runs of white space, which mean nothing outside quotes. */
function withoutLongBlanks(body: string): string {
  return body.replace(BLANKS_OR_TEXT, (match) => (match.trim() === "" ? " " : match));
}
