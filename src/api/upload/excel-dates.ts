export type CellFormat = "date" | "time" | "duration" | CodeFormat | undefined;

interface CodeFormat {
  code: string;
}

export interface DateSystem {
  formats: readonly CellFormat[];
  is1904: boolean;
}

const BUILT_IN: ReadonlyMap<number, CellFormat> = new Map<number, CellFormat>([
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58, 71, 72, 73, 74, 77].map(
    (id) => [id, "date"] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56, 75, 76, 78, 80].map((id) => [id, "time"] as const),
  [46, "duration"],
  [79, "duration"],
  [81, "date"],
]);

export const attribute = (attributes: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

export function formatsOf(styles: string): CellFormat[] {
  const own = new Map<number, CellFormat>();
  for (const [, attributes = ""] of styles.matchAll(/<numFmt(\s[^>]*)>/g)) {
    own.set(Number(attribute(attributes, "numFmtId")), formatOf(unescaped(attribute(attributes, "formatCode") ?? "")));
  }
  const cells = /<cellXfs[\s>].*?<\/cellXfs>/s.exec(styles)?.[0] ?? "";
  return Array.from(cells.matchAll(/<xf(\s[^>]*)>/g), ([, attributes = ""]) => {
    const id = Number(attribute(attributes, "numFmtId") ?? 0);
    return own.has(id) ? own.get(id) : BUILT_IN.get(id);
  });
}

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

function formatOf(code: string): CellFormat {
  const shown = codeOf(code);
  if (shown !== undefined) return { code: shown };
  const [first = ""] = code.replace(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[(h+|m+|s+)\]/i.test(first)) return "duration";
  const plain = first
    .replace(/\[[^\]]*\]/g, "")
    .replace(/am\/pm|a\/p/gi, "h")
    .toLowerCase();
  if (/general|[0#?]/.test(plain.replace(/s\.0+/g, "s"))) return undefined;
  if (/[yd]/.test(plain)) return "date";
  if (/[hs]/.test(plain)) return "time";
  return /m/.test(plain) ? "date" : undefined;
}

const CODE = /^[0\-/() ]*0[0\-/() ]*0[0\-/() ]*$/;

function codeOf(format: string): string | undefined {
  const [first = ""] = format.split(";");
  const literal = (text: string) => (/[\d.,]/.test(text) ? "?" : text);
  const plain = first.replace(/"([^"]*)"|\\(.)/g, (_, text?: string, mark?: string) => literal(text ?? mark ?? ""));
  return CODE.test(plain) ? plain : undefined;
}

export function shownCode(value: string, { code }: CodeFormat): string | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const places = code.replace(/[^0]/g, "").length;
  const digits = value.padStart(places, "0");
  let at = digits.length - places;
  const shown = code.replace(/0/g, () => digits[at++] ?? "");
  const extra = digits.slice(0, digits.length - places);
  return extra === "" ? shown : shown.replace(/\d/, (digit) => extra + digit);
}

export const usesDates1904 = (workbook: string) => /<workbookPr\s[^>]*date1904\s*=\s*["'](1|true)["']/.test(workbook);

const DAY_MS = 86_400_000;
/** Excel counts 1900-02-29, which didn't exist: earlier days are off by one. */
const LEAP_DAY = 60;
const BEFORE_LEAP_DAY = Date.UTC(1899, 11, 31);
const AFTER_LEAP_DAY = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);

const MARK = "\ue000";

export const isMoment = (text: string) => text.startsWith(MARK);

/** A marked date, a time such as `09:15`, or a duration such as `30:05`. */
export function shownMoment(serial: number, format: "date" | "time" | "duration", is1904: boolean): string {
  const ms = Math.round(serial * DAY_MS);
  if (format === "duration") return durationText(ms);
  if (ms >= 0 && ms < DAY_MS && !(format === "date" && (ms === 0 || is1904))) return clockText(ms);
  if (is1904) return MARK + isoText(START_1904 + ms);
  const day = Math.floor(ms / DAY_MS);
  if (day === LEAP_DAY) return `${MARK}1900-02-29 ${fullClock(ms % DAY_MS)}`;
  return MARK + isoText((day < LEAP_DAY ? BEFORE_LEAP_DAY : AFTER_LEAP_DAY) + ms);
}

const isoText = (ms: number) =>
  new Date(ms)
    .toISOString()
    .slice(0, -1)
    .replace("T", " ")
    .replace(/\.000$/, "");

export function dateTextOf(moment: string | Date, withTime: boolean): string {
  const text = typeof moment === "string" ? moment.slice(MARK.length) : isoText(moment.getTime());
  return withTime ? text : text.slice(0, "YYYY-MM-DD".length);
}

const two = (value: number) => String(value).padStart(2, "0");

function fullClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000 === 0 ? "" : `.${String(ms % 1000).padStart(3, "0")}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

const withoutSeconds = (clock: string) => clock.replace(/:00$/, "");

const clockText = (ms: number) => {
  const clock = fullClock(ms);
  return clock.length === 8 ? withoutSeconds(clock) : clock;
};

function durationText(ms: number): string {
  const hours = Math.floor(Math.abs(ms) / 3_600_000);
  const rest = clockText(Math.abs(ms) % 3_600_000).slice(3);
  return `${ms < 0 ? "-" : ""}${hours}:${rest}`;
}
