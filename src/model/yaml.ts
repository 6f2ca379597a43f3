import {
  Document,
  isScalar,
  type Node,
  parseDocument,
  type ScalarTag,
  type Tags,
  type ToStringOptions,
  visit,
} from "yaml";
import { t } from "../i18n/translate.ts";
import { unprocessable } from "./errors.ts";
import { assertShallow } from "./json-text.ts";

/**
 * Readable by YAML 1.1 and 1.2: Superset uses 1.1, in which `no` is a boolean, `2024-01-01` a date, and `1e3` and
 * `0o17` are text.
 */

const MAX_ALIASES = 100;

/** Numbers that only YAML 1.2 knows are text, except our own format with a signed exponent. */
const SIGNED_EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)e[-+][0-9]+$/;
const numbersOfBoth = (tags: Tags): Tags =>
  tags.flatMap((tag) => {
    if (typeof tag === "string" || !("format" in tag)) return [tag];
    if (tag.format === "OCT") return [];
    return tag.format === "EXP" ? [{ ...(tag as ScalarTag), test: SIGNED_EXPONENT }] : [tag];
  });

export function parseYaml(text: string, file: string): unknown {
  try {
    return valueOfYaml(openYaml(text));
  } catch (error) {
    const { text: problem, line, column } = yamlProblem(error);
    const isPlaced = line !== undefined && column !== undefined;
    const placed = isPlaced
      ? t("Line {line, number}, column {column, number}: {problem}", { line, column, problem })
      : problem;
    throw unprocessable({ [file]: [placed] });
  }
}

/** Of an error while opening or reading YAML. The library's message is followed by the lines around the error. */
export function yamlProblem(error: unknown): { text: string; line?: number; column?: number } {
  if (!(error instanceof Error && error.name.startsWith("YAML"))) return { text: t("Not a valid YAML file") };
  const [text = ""] = error.message.split(/ at line \d+, column \d+|\n/);
  const [place] = (error as { linePos?: { line: number; col: number }[] }).linePos ?? [];
  return place ? { text, line: place.line, column: place.col } : { text };
}

/** With its comments and the order of its keys. Throws an error whose name starts with YAML. */
export function openYaml(text: string): Document {
  const document = parseDocument(text, {
    schema: "core",
    customTags: numbersOfBoth,
    // "silent" would drop a second document instead of failing.
    logLevel: "error",
    intAsBigInt: true,
    // The library's own check is quadratic.
    uniqueKeys: false,
  });
  if (document.errors[0]) throw document.errors[0];
  assertUniqueKeys(document);
  keepDigits(document);
  return document;
}

export function valueOfYaml(document: Document): unknown {
  const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
  assertShallow(value);
  return value;
}

function assertUniqueKeys(document: Document): void {
  visit(document, {
    Map(_, { items }) {
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      if (new Set(keys).size < keys.length) throw new YamlKeysError(t("Map keys must be unique"));
    },
  });
}

function keepDigits(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      const { value } = node;
      if (typeof value !== "bigint") return;
      node.value = Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    },
  });
}

class YamlKeysError extends Error {
  override readonly name = "YAMLKeysError";
}

const EXPONENT_ALONE = /^-?\d+e/;
/** YAML 1.1 reads `1e-7` as a number only as `1.0e-7`. */
const FLOAT: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "number" && EXPONENT_ALONE.test(String(value)),
  test: SIGNED_EXPONENT,
  resolve: Number,
  stringify: ({ value }) => String(value).replace("e", ".0e"),
};

/** Text that YAML 1.1 misreads or rejects unquoted, and characters that it needs escaped. */
const NEEDS_QUOTES = /^=$|^[^\n]*\t[^\n]*$|[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
const NEEDS_ESCAPE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

const WRITE_OPTIONS = {
  compat: "yaml-1.1",
  aliasDuplicateObjects: false,
  customTags: (tags: Tags) => [FLOAT, ...tags],
} as ConstructorParameters<typeof Document>[2];

export function toYaml(value: unknown): string {
  return written(new Document(value, WRITE_OPTIONS), { lineWidth: 120 });
}

/** A value as part of an open document. */
export function yamlNode(value: unknown): Node {
  return new Document(value, WRITE_OPTIONS).contents as Node;
}

/** In the style of the text that it was read from: its lines stay as long as they were. */
export function writeYaml(document: Document, original: string): string {
  const text = new Document(null, WRITE_OPTIONS);
  text.contents = document.contents as typeof text.contents;
  text.comment = document.comment;
  text.commentBefore = document.commentBefore;
  const style = {
    flowCollectionPadding: !/[[{][^\s\]}]/.test(original),
    indentSeq: !/^( *)\S.*:\n\1- /m.test(original),
  };
  return written(text, { lineWidth: 0, ...style });
}

function written(document: Document, style: ToStringOptions): string {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return document.toString(style).replace(NEEDS_ESCAPE, escaped);
}
