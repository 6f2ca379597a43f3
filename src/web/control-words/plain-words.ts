/** `cache_timeout` and `showCellBars` as "Cache timeout" and "Show cell bars". */
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
  /** The names of the outermost object are somebody's own (columns, labels), and stay as they are. */
  keepsNames?: boolean;
}

/** Any value for reading: lists with commas, objects by their title or as "Name: value". */
export function plainWords(value: unknown, { keepsNames = false }: PlainOptions = {}): string {
  if (value === null || value === undefined || value === "") return "N/A";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return value.length === 0 ? "N/A" : value.map((one) => partWords(one)).join(", ");
  if (typeof value !== "object") return String(value);
  const title = keepsNames ? undefined : titleIn(value);
  if (title !== undefined) return title;
  const parts = Object.entries(value)
    .filter(([, one]) => one !== null && one !== undefined && one !== "")
    .map(([name, one]) => `${keepsNames ? name : humanized(name)}: ${partWords(one)}`);
  return parts.length === 0 ? "N/A" : parts.join(", ");
}

/** What an object is called stands for it. */
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
