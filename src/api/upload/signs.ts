import { t } from "../../i18n/translate.ts";
import type { ChosenReading } from "./chosen-readings.ts";
import type { CheckResult, ColumnCheck, StagedTable } from "./column-checks.ts";
import { quoted } from "./sql-text.ts";

/**
 * Amounts of money and percentages ("$1,000.50", "3 %") are text, as a number would lose their sign. The type "number
 * without $" reads them as numbers if every value has this sign.
 */

const CODES = new Set(Intl.supportedValuesOf("currency"));
const OTHERS = new Set(["%", "kr", "zł", "Kč", "Ft", "lei"]);
const DIGITS = "\\d[\\d\\s.,'’]*";
const MARK = "[^\\d\\s.,'’+-]{1,4}";
const SIGNED = new RegExp(`^[-+]?\\s*(${MARK})\\s*[-+]?${DIGITS}$|^[-+]?${DIGITS}(${MARK})$`, "u");

const isSign = (mark: string) => CODES.has(mark) || OTHERS.has(mark) || /^\p{Lu}{0,3}\p{Sc}$/u.test(mark);

export function signIn(text: string): string | undefined {
  const [, before, after] = SIGNED.exec(text.trim()) ?? [];
  const mark = before ?? after;
  return mark !== undefined && isSign(mark) ? mark : undefined;
}

/** The sign of most values. */
export function signOf(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const sign = signIn(text);
    if (sign !== undefined) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count * 2 > texts.length)?.[0];
}

export function withoutSignIn(text: string): string {
  const sign = signIn(text);
  return sign === undefined
    ? text
    : text
        .replace(sign, "")
        .replace(/^\s*([-+])\s+/, "$1")
        .trim();
}

const CHOSEN = /^number without (\S{1,4})$/i;

export const chosenSign = (type: string): string | undefined => CHOSEN.exec(type.trim())?.[1];

const SPACES = quoted(" \t\u00a0\u202f");

/** NULL unless the text has the sign once, before or after the number. */
function withoutSignSql(text: string, sign: string): string {
  const trimmed = `trim(${text}, ${SPACES})`;
  const without = `replace(${trimmed}, ${quoted(sign)}, '')`;
  const isOnce = `length(${trimmed}) - length(${without}) = ${[...sign].length}`;
  const unsigned = `ltrim(ltrim(${trimmed}, '+-'), ${SPACES})`;
  const isAtEnd = `(starts_with(${unsigned}, ${quoted(sign)}) OR ends_with(${trimmed}, ${quoted(sign)}))`;
  const plain = `regexp_replace(trim(${without}, ${SPACES}), '^([-+])[ \u00a0\u202f]+', '\\1')`;
  return `CASE WHEN ${isOnce} AND ${isAtEnd} THEN ${plain} END`;
}

export const withoutSign = (reading: ChosenReading, sign: string): ChosenReading => ({
  ...reading,
  value: (text) => reading.value(withoutSignSql(text, sign)),
  fits: (text) => `${withoutSignSql(text, sign)} IS NOT NULL AND ${reading.fits(withoutSignSql(text, sign))}`,
});

export const signCheck = (text: string, sign: string): ColumnCheck => ({
  text,
  holds: (value) => `regexp_matches(${withoutSignSql(value, sign)}, '^[-+]?[0-9]')`,
});

export function signNote(sign: string, { values, broken, place, value }: CheckResult, unit: StagedTable["unit"]) {
  const count = values - broken;
  const found = t(
    'Stored as text: {count, plural, one {# of {total, number} values has} other {# of {total, number} values have}} the sign "{sign}". Choose the type "Number without {sign}" to load numbers.',
    { count, total: values, sign },
  );
  if (broken === 0) return found;
  const without = t('{unit, select, line {Line} other {Row}} {place, number} is different: "{value}".', {
    ...{ unit, place: place ?? 0, value: value ?? "" },
  });
  return `${found} ${without}`;
}
