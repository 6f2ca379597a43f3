import type { FieldDef } from "pg";
import { shownBytes } from "../../model/shown-bytes.ts";
import { type ColumnShape, readComputedDecimal, readDecimal, readDouble, readInteger, readMoment } from "../columns.ts";

type Shape = Pick<ColumnShape, "type" | "kind" | "read">;

const text = (type: string): Shape => ({ type, kind: "text", read: null });
const number = (type: string, read: Shape["read"]): Shape => ({ type, kind: "numeric", read });
const moment = (type: string): Shape => ({ type, kind: "temporal", read: readMoment });
const list = (type: string, element: (text: string) => string): Shape => ({
  type,
  kind: "text",
  read: (value: string) => arrayJson(value, element),
});

const isTrue = (value: string) => value === "t";
const boolJson = (value: string) => String(isTrue(value));
const textJson = (value: string) => JSON.stringify(value);
const rawJson = (value: string) => value;
const numberJson = (value: string) => (Number.isFinite(Number(value)) ? value : "null");

const NUMERIC = 1700;

const TYPES: Readonly<Record<number, Shape>> = {
  16: { type: "boolean", kind: "boolean", read: isTrue },
  17: { type: "bytea", kind: "text", read: (value: string) => shownBytes(Buffer.from(value.slice(2), "hex")) },
  18: text("char"),
  19: text("name"),
  20: number("bigint", readInteger),
  21: number("smallint", Number),
  23: number("integer", Number),
  25: text("text"),
  26: number("oid", Number),
  114: text("json"),
  142: text("xml"),
  199: list("json[]", rawJson),
  600: text("point"),
  601: text("lseg"),
  602: text("path"),
  603: text("box"),
  604: text("polygon"),
  628: text("line"),
  700: number("real", readDouble),
  701: number("double precision", readDouble),
  718: text("circle"),
  790: text("money"),
  869: text("inet"),
  1000: list("boolean[]", boolJson),
  1005: list("smallint[]", numberJson),
  1007: list("integer[]", numberJson),
  1009: list("text[]", textJson),
  1015: list("character varying[]", textJson),
  1016: list("bigint[]", numberJson),
  1021: list("real[]", numberJson),
  1022: list("double precision[]", numberJson),
  1042: text("character"),
  1043: text("character varying"),
  1082: moment("date"),
  1083: text("time without time zone"),
  1114: moment("timestamp without time zone"),
  1115: list("timestamp without time zone[]", textJson),
  1182: list("date[]", textJson),
  1184: moment("timestamp with time zone"),
  1185: list("timestamp with time zone[]", textJson),
  1186: text("interval"),
  1231: list("numeric[]", numberJson),
  1266: text("time with time zone"),
  [NUMERIC]: number("numeric", readDecimal),
  2950: text("uuid"),
  2951: list("uuid[]", textJson),
  3802: text("jsonb"),
  3807: list("jsonb[]", rawJson),
  4072: text("jsonpath"),
};

export function postgresShapeOf({ name, dataTypeID, dataTypeModifier }: FieldDef): ColumnShape {
  const isComputed = dataTypeID === NUMERIC && dataTypeModifier === -1;
  return { name, ...(isComputed ? COMPUTED : (TYPES[dataTypeID] ?? text("unknown"))) };
}

const COMPUTED = number("numeric", readComputedDecimal);

function arrayJson(source: string, element: (text: string) => string): string {
  let at = source.indexOf("{") + 1;
  return items();

  function items(): string {
    const found: string[] = [];
    while (at < source.length && source[at] !== "}") {
      const char = source[at];
      if (char === ",") at++;
      else if (char === "{") {
        at++;
        found.push(items());
      } else found.push(char === '"' ? element(quoted()) : plain());
    }
    at++;
    return `[${found.join(",")}]`;
  }

  function plain(): string {
    const start = at;
    while (at < source.length && source[at] !== "," && source[at] !== "}") at++;
    const word = source.slice(start, at);
    return word === "NULL" ? "null" : element(word);
  }

  function quoted(): string {
    let result = "";
    for (at++; source[at] !== '"' && at < source.length; at++) {
      if (source[at] === "\\") at++;
      result += source[at];
    }
    at++;
    return result;
  }
}
