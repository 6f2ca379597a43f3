import { t } from "../../i18n/translate.ts";
import { unprocessableField } from "../../model/errors.ts";
import * as chosen from "./chosen-readings.ts";
import { chosenSign, withoutSign } from "./signs.ts";

type Named = readonly [
  pattern: RegExp,
  reading: (format: chosen.ReadingFormat, match: RegExpExecArray) => chosen.ChosenReading,
];

const MAX_INTEGER = 2n ** 63n - 1n;
const MAX_PRECISION = 38;
const MAX_SCALE = 18;

function decimal(format: chosen.ReadingFormat, [, , precision, scale]: RegExpExecArray): chosen.ChosenReading {
  if (precision === undefined) return chosen.decimalReading(format, MAX_PRECISION, MAX_SCALE);
  return chosen.decimalReading(format, Math.min(Number(precision), MAX_PRECISION), Number(scale ?? 0));
}

export const TEXT = /^(object|str|string|text|tinytext|mediumtext|longtext|clob|category|name|citext)$/;
export const SIZED_TEXT = /^(?:n?varchar2?|character varying|n?char|character|bpchar|fixedstring)(?:\((\d+)\))?$/;

const REQUESTABLE: readonly Named[] = [
  [
    /^(u?int(8|16|32|64)?|integer|bigint|smallint|tinyint)$/,
    (format) => chosen.integerReading(format, -MAX_INTEGER - 1n, MAX_INTEGER),
  ],
  [/^bool(ean)?$|^tinyint\(1\)$/, () => chosen.booleanReading],
  [/^(datetime(64)?|timestamp)\b/, (format) => chosen.momentReading(format)],
  [/^date(32)?$/, (format) => chosen.dateReading(format)],
  [/^(number|numeric|decimal\d*|dec)(?:\((\d+)(?:, ?(\d+))?\))?$/, decimal],
  [/^u?hugeint$/, (format) => chosen.decimalReading(format, MAX_PRECISION, 0)],
  [/^(float\d*|double( precision)?|real)$/, (format) => chosen.doubleReading(format)],
  [TEXT, () => chosen.textReading()],
  [SIZED_TEXT, (_, [, size]) => chosen.textReading(size === undefined ? undefined : Number(size))],
];

export function requestedReading(name: string, format: chosen.ReadingFormat): chosen.ChosenReading {
  const sign = chosenSign(name);
  if (sign !== undefined) return withoutSign(chosen.doubleReading(format), sign);
  const plain = name.trim().toLowerCase();
  for (const [pattern, reading] of REQUESTABLE) {
    const match = pattern.exec(plain);
    if (match) return reading(format, match);
  }
  throw unprocessableField(
    "columns_read",
    t('Parsing error: "{type}" isn\'t a supported column type.', { type: name }),
  );
}
