import { number } from "../../i18n/intl.ts";
import { currentLocale, formatTag } from "../../i18n/locale.ts";

/** What the reader's locale writes where d3 writes `1,234.5%`. */
interface Signs {
  isEnglish: boolean;
  group: string;
  decimal: string;
  percent: string;
}

let known: { tag: string; signs: Signs } | undefined;

function signs(): Signs {
  const tag = formatTag(currentLocale());
  if (known?.tag !== tag) known = { tag, signs: signsOf() };
  return known.signs;
}

function signsOf(): Signs {
  const group = /\D/.exec(number(1234567))?.[0] ?? "";
  const decimal = number(0.5).replace(/\d/g, "");
  const percent = number(0.01, { style: "percent" }).replace(/^1/, "");
  const isEnglish = number(1234567.5) === "1,234,567.5" && number(1234) === "1,234" && percent === "%";
  return { isEnglish, group, decimal, percent };
}

const PARTS = /\d{1,3}(?:,\d{3})+|(?<=\d)\.(?=\d)|(?<=\d[a-zµ]?)%/gi;

/** A number as d3 writes it, in the signs of the reader's locale: `1.234,5`, `12,34,567.5`, `20,9 %`. */
export function separated(text: string): string {
  const { isEnglish, decimal, percent } = signs();
  if (isEnglish) return text;
  return text.replace(PARTS, (part) => {
    if (part === ".") return decimal;
    return part === "%" ? percent : number(BigInt(part.replaceAll(",", "")));
  });
}

/** Without groups, and with the decimal point that `Number` reads. */
export function unseparated(text: string): string {
  const { group, decimal } = signs();
  return text.replaceAll("\u200e", "").replace(/(?<=\d)\D(?=\d)/g, (sign) => {
    if (sign === decimal) return ".";
    return sign === group ? "" : sign;
  });
}

export const decimalSign = (): string => signs().decimal;
