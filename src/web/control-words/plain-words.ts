import { t } from "../../i18n/translate.ts";
export function humanized(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface PlainOptions {
  /** Keys of the outermost object are user-defined names, such as columns, and aren't reformatted. */
  keepsNames?: boolean;
}

export function plainWords(value: unknown, { keepsNames = false }: PlainOptions = {}): string {
  if (value === null || value === undefined || value === "") return t("N/A");
  if (typeof value === "boolean") return value ? t("True") : t("False");
  if (Array.isArray(value)) return value.length === 0 ? t("N/A") : value.map((one) => partWords(one)).join(", ");
  if (typeof value !== "object") return String(value);
  const title = keepsNames ? undefined : titleIn(value);
  if (title !== undefined) return title;
  const parts = Object.entries(value)
    .filter(([, one]) => one !== null && one !== undefined && one !== "")
    .map(([name, one]) => `${keepsNames ? name : humanized(name)}: ${partWords(one)}`);
  return parts.length === 0 ? t("N/A") : parts.join(", ");
}

function titleIn(value: object): string | undefined {
  const named = value as Record<string, unknown>;
  return ["label", "name", "metric_name", "column_name"]
    .map((key) => named[key])
    .find((title): title is string => typeof title === "string" && title !== "");
}

function partWords(value: unknown): string {
  const words = plainWords(value);
  return words.includes(": ") && typeof value === "object" ? `(${words})` : words;
}
