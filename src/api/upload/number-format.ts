export interface NumberFormat {
  decimal: "." | ",";
  thousands: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const PLAIN: NumberFormat = { decimal: ".", thousands: "" };

export function groupedPattern({ decimal, thousands }: NumberFormat): string {
  return `-?(0|[1-9]\\d{0,2}(${escaped(thousands)}\\d{3})*)(${escaped(decimal)}\\d+)?`;
}

/** Per format, as compiling a pattern takes longer than testing a value. */
const grouped = new WeakMap<NumberFormat, RegExp>();

function isGrouped(text: string, format: NumberFormat): boolean {
  const pattern = grouped.get(format) ?? new RegExp(`^${groupedPattern(format)}$`);
  grouped.set(format, pattern);
  return pattern.test(text);
}

export function plainNumber(text: string, format: NumberFormat): string | undefined {
  const { decimal, thousands } = format;
  if (thousands === "") {
    if (decimal === ".") return text;
    return text.includes(".") ? undefined : text.replace(",", ".");
  }
  if (!isGrouped(text, format)) return undefined;
  return text.replaceAll(thousands, "").replace(decimal, ".");
}

export function plainNumberSql(text: string, format: NumberFormat): string {
  const { decimal, thousands } = format;
  if (thousands === "") {
    if (decimal === ".") return text;
    return `CASE WHEN NOT contains(${text}, '.') THEN replace(${text}, ',', '.') END`;
  }
  const plain = `replace(replace(${text}, '${thousands.replaceAll("'", "''")}', ''), '${decimal}', '.')`;
  const pattern = groupedPattern(format).replaceAll("'", "''");
  return `CASE WHEN regexp_full_match(${text}, '${pattern}') THEN ${plain} END`;
}

export const THOUSANDS = [",", ".", " ", "\u00a0", "\u202f", "'", "’"] as const;

const FRACTION = {
  ".": /^-?\d+\.(\d{1,2}|\d{4,})$|^-?0\.\d+$|^-?\d{4,}\.\d+$/,
  ",": /^-?\d+,(\d{1,2}|\d{4,})$|^-?0,\d+$|^-?\d{4,},\d+$/,
};
const GROUPS = {
  ".": /^-?[1-9]\d{0,2}(,\d{3})+\.\d+$|^-?[1-9]\d{0,2}(,\d{3}){2,}$/,
  ",": /^-?[1-9]\d{0,2}(\.\d{3})+,\d+$|^-?[1-9]\d{0,2}(\.\d{3}){2,}$/,
};

export function decimalOf(texts: Iterable<string>): "." | "," | undefined {
  const found = new Set<"." | ",">();
  for (const text of texts) {
    for (const mark of [".", ","] as const) if (FRACTION[mark].test(text) || GROUPS[mark].test(text)) found.add(mark);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
