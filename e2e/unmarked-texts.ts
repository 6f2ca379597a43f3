import { gunzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { type AnswerHead, WITH_ARROW } from "../src/model/arrow-rows.ts";

/**
 * Finds texts of the interface that aren't translated: those without accents in a pseudo-locale, unless they are data.
 * Includes the texts that only screen readers and tooltips have.
 */

const NAMES = [
  // The product, what it works with, and types and functions of databases.
  /\b(Tessera|SQL|CSV|JSON|YAML|CSS|URL|KPI|PDF|PNG|UTC|ECharts|Handlebars|deck\.gl|GeoJSON|DuckDB)\b/g,
  /\b(COUNT|SUM|AVG|MIN|MAX|varchar|double|bigint|boolean|timestamp|date)\b/g,
  // Dates, which `Intl` writes, and time zones.
  /\b(AM|PM|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))\b/g,
  /^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w/ -]+$/g,
  // Languages by their own names.
  /^(English|Deutsch|Español|Français|Português \(Brasil\))$/g,
  // Defaults of a theme.
  /^#[0-9A-F]{6}$/g,
  /^'IBM Plex Sans.*$/g,
  // Rows of the sample in the theme editor.
  /^(Seattle|Chicago|Atlanta)$/g,
];

interface Found {
  text: string;
  place: string;
}

/** Remembers what the server sends a page: names of objects, rows of data. */
export function collectData(page: Page): Set<string> {
  const data = new Set<string>();
  page.on("response", (response) => void readData(response, data).catch(() => {}));
  return data;
}

async function readData(response: Response, data: Set<string>): Promise<void> {
  const type = response.headers()["content-type"] ?? "";
  if (type.includes(WITH_ARROW)) return addAnswers(await response.body(), data);
  if (type.includes("json")) {
    const text = await response.text();
    for (const line of text.split("\n")) addTexts(jsonOf(line) ?? jsonOf(text), data);
    return;
  }
  if (!type.includes("html")) return;
  for (const [, json = ""] of (await response.text()).matchAll(
    /<script type="application\/json"[^>]*>(.*?)<\/script>/gs,
  ))
    addTexts(JSON.parse(json), data);
}

/** Of charts: a batch has a line of JSON and bytes for each. Rows of large results, as Arrow, aren't read. */
function addAnswers(body: Buffer, data: Set<string>): void {
  const end = body.indexOf("\n");
  const first = jsonOf(body.subarray(0, end < 0 ? body.length : end).toString()) as Partial<AnswerHead> | undefined;
  if (first?.bytes === undefined) {
    addTexts(first, data);
    return;
  }
  const bytes = body.subarray(end + 1, end + 1 + first.bytes);
  addAnswers(first.encoding === "gzip" ? gunzipSync(bytes) : bytes, data);
  const rest = body.subarray(end + 1 + first.bytes);
  if (rest.length > 0) addAnswers(rest, data);
}

function addTexts(value: unknown, data: Set<string>): void {
  if (typeof value === "string") {
    data.add(value.trim());
    if (/^\s*[[{]/.test(value)) addTexts(jsonOf(value), data);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    data.add(key);
    addTexts(each, data);
  }
  const person = value as Partial<Record<"first_name" | "last_name" | "firstName" | "lastName", string>>;
  const [first = "", last = ""] = [person.first_name ?? person.firstName, person.last_name ?? person.lastName];
  data.add(`${first} ${last}`).add(`${first}`.slice(0, 1) + `${last}`.slice(0, 1));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}

export async function unmarkedTexts(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const found = await page.evaluate(textsInPage);
  const unmarked = found.filter(({ text }) => !isTranslated(text) && !isData(text, data));
  return [...new Set(unmarked.map(({ text, place }) => `${text.slice(0, 80)} (${place})`))];
}

const isTranslated = (text: string) => /[[\]·]|[àçéîñöšûýđļřţž]/iu.test(text);

function isData(text: string, data: ReadonlySet<string>): boolean {
  let rest = text.trim();
  if (data.has(rest)) return true;
  for (const name of NAMES) rest = rest.replaceAll(name, "");
  return rest.split(/[,·:()/]+/).every((part) => !/[a-z]{2}/i.test(part) || data.has(part.trim()));
}

/** Runs in the page, so it can't use anything from outside. */
function textsInPage(): Found[] {
  // Letters of hidden drawings are marks.
  // `bdi` isolates names of objects and values.
  const CODE = "code, kbd, pre, bdi, .cm-editor, script, style, noscript, svg[aria-hidden=true]";
  const found: Found[] = [];
  const placeOf = (element: Element) => {
    const named = element.closest("[class]");
    return `${element.tagName.toLowerCase()}.${named?.getAttribute("class")?.split(" ").slice(-2).join(".") ?? ""}`;
  };
  const add = (text: string | null, element: Element, kind: string) => {
    if (text && /\p{L}{2}/u.test(text)) found.push({ text: text.trim(), place: `${kind} of ${placeOf(element)}` });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element } = node;
    // antd keeps the key of an option beside its label.
    if (element?.matches("[role=option][aria-label]")) continue;
    if (element && !element.closest(CODE) && element.checkVisibility({ visibilityProperty: true }))
      add(node.textContent, element, "text");
  }
  const ATTRIBUTES = [
    "aria-label",
    "title",
    "placeholder",
    "alt",
    "aria-valuetext",
    "aria-roledescription",
    "aria-description",
  ];
  for (const element of document.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())) {
    if (element.closest(".cm-content") || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true]")) continue;
    for (const name of ATTRIBUTES) add(element.getAttribute(name), element, name);
  }
  add(document.title.replace(/ [-·|] Tessera$/, ""), document.head, "title");
  return found;
}
