import { Document, isScalar, parseDocument, type ScalarTag, type Tags, visit } from "yaml";
import { unprocessable } from "../../model/errors.ts";
import { assertShallow } from "../../model/json-text.ts";

/**
 * YAML as both versions of it read it: Superset reads and writes that of 2005 (1.1), in which `no` is a boolean and
 * `2024-01-01` a date, and `1e3` and `0o17` are texts.
 */

const MAX_ALIASES = 100;

/** Numbers that only the newer version knows are texts; with a sign in their exponent they are what we have written. */
const SIGNED_EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)e[-+][0-9]+$/;
const numbersOfBoth = (tags: Tags): Tags =>
  tags.flatMap((tag) => {
    if (typeof tag === "string" || !("format" in tag)) return [tag];
    if (tag.format === "OCT") return [];
    return tag.format === "EXP" ? [{ ...(tag as ScalarTag), test: SIGNED_EXPONENT }] : [tag];
  });

/** Reads one file of a bundle: plain data only, no tags, few aliases. Throws 422 naming the file. */
export function parseYaml(text: string, file: string): unknown {
  try {
    const options = {
      schema: "core",
      customTags: numbersOfBoth,
      // A second document is an error; with "silent" it would be left out.
      logLevel: "error",
      intAsBigInt: true,
      // The library compares every key with every other.
      uniqueKeys: false,
    } as const;
    const document = parseDocument(text, options);
    if (document.errors[0]) throw document.errors[0];
    assertUniqueKeys(document);
    keepDigits(document);
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    assertShallow(value);
    return value;
  } catch (error) {
    const isTold = error instanceof Error && error.name.startsWith("YAML");
    throw unprocessable({ [file]: [isTold ? error.message : "Not a valid YAML file"] });
  }
}

function assertUniqueKeys(document: Document): void {
  visit(document, {
    Map(_, { items }) {
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      if (new Set(keys).size < keys.length) throw new YamlKeysError("Map keys must be unique");
    },
  });
}

/** Integers beyond 2^53 are texts with all their digits, as in the JSON of the API. */
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
/** `1e-7` is a number for both when it is written `1.0e-7`. */
const FLOAT: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "number" && EXPONENT_ALONE.test(String(value)),
  test: SIGNED_EXPONENT,
  resolve: Number,
  stringify: ({ value }) => String(value).replace("e", ".0e"),
};

/** Texts that the older version misreads or refuses unless they are quoted, and characters that it wants escaped. */
const NEEDS_QUOTES = /^=$|^[^\n]*\t[^\n]*$|[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
const NEEDS_ESCAPE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

export function toYaml(value: unknown): string {
  const options = { compat: "yaml-1.1", aliasDuplicateObjects: false, customTags: (tags: Tags) => [FLOAT, ...tags] };
  const document = new Document(value, options as ConstructorParameters<typeof Document>[2]);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return document.toString({ lineWidth: 120 }).replace(NEEDS_ESCAPE, escaped);
}
