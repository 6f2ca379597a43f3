import { parseLayout } from "../../model/dashboard-layout.ts";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { type DataMask, type DataMaskMap, DataMaskMap as Masks } from "../../model/data-mask.ts";
import { filtersOf } from "../../model/display-control.ts";
import { readJson } from "../../model/json-text.ts";
import { maskOfValues, type ReportExtra } from "../../model/report.ts";
import type { App } from "../../server/app.ts";
import { escapeHtml, type Notification, type NotificationFile, oneLine } from "../../server/delivery/notification.ts";
import { loopbackOrigin } from "../../server/pictures/own-pages.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type ChartRecord, visibleChart } from "../chart/index.ts";
import { chartCsv } from "../chart-data/index.ts";
import { type DashboardRecord, keepPermalink, openDashboard } from "../dashboard/index.ts";
import { pageOf } from "../picture/index.ts";
import { documentOf, picturesOfPages, type Shot } from "./pictures.ts";
import { RunFailure } from "./run-failure.ts";
import type { ReportRecord } from "./store.ts";

/** What an alert or report sends: made as its executor sees it, and whole or not at all. */

export interface Making extends Actor {
  report: ReportRecord;
  signal: AbortSignal;
}

/** What mail servers take. */
const MOST_BYTES = 20 * 1024 * 1024;
const PREFIX = "[Report] ";

/** Throws a RunFailure, or the typed error of who refused, when any of it cannot be had. */
export async function letterOf(making: Making): Promise<Notification> {
  const { report } = making;
  const { title, path, content } = report.chart_id === null ? await ofDashboard(making) : await ofChart(making);
  const files = await content();
  const size = [...files.pictures, ...files.attachments].reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MOST_BYTES) throw new RunFailure(`What is to be sent is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  return { ...bareLetter(making, { title, path }), ...files };
}

interface Subject {
  title: string;
  /** Where it can be seen. */
  path: string;
  content(): Promise<Pick<Notification, "pictures" | "attachments"> & Partial<Pick<Notification, "text" | "html">>>;
}

/** A letter about the report that carries nothing yet. */
export function bareLetter(
  { app, report }: Pick<Making, "app" | "report">,
  of: { title: string; path: string },
): Notification {
  return {
    subject: oneLine(`${PREFIX}${report.email_subject || `${report.name}: ${of.title}`}`),
    name: oneLine(report.name),
    description: [report.description, report.context_markdown].filter(Boolean).join("\n\n"),
    text: "",
    url: publicUrl(app) + of.path,
    pictures: [],
    attachments: [],
    about: {
      format: report.report_format,
      type: report.type,
      source: report.chart_id === null ? "dashboard" : "chart",
      chartId: report.chart_id,
      dashboardId: report.dashboard_id,
    },
  };
}

/** Where the object of the report is, whoever may see it. */
export const pathOf = ({ chart_id, dashboard_id }: ReportRecord) =>
  chart_id === null ? `/superset/dashboard/${dashboard_id}/` : `/explore/?slice_id=${chart_id}`;

function publicUrl({ config }: App): string {
  return config.publicUrl ?? loopbackOrigin(config.host, config.port);
}

async function ofChart(making: Making): Promise<Subject> {
  const { app, user, report } = making;
  const chart = await visibleChart(app, user, report.chart_id ?? 0).catch(notOpen("chart", making));
  return {
    title: chart.slice_name,
    path: pathOf(report),
    content: () => (isPicture(report) ? shots(making, [chartShot(making, chart)]) : rows(making, chart)),
  };
}

async function ofDashboard(making: Making): Promise<Subject> {
  const { app, user, report } = making;
  const dashboard = await openDashboard(app, user, report.dashboard_id ?? 0).catch(notOpen("dashboard", making));
  const sent = sentState(extraOf(report), dashboard);
  const key = Object.keys(sent.state).length > 0 ? await keepPermalink(making, dashboard, sent.state) : undefined;
  return {
    title: dashboard.dashboard_title ?? "",
    path: key === undefined ? pathOf(report) : `/superset/dashboard/p/${key}/`,
    content: async () => {
      if (!showsSomething(dashboard)) throw new RunFailure("There is nothing on the dashboard");
      if (!isPicture(report)) throw new RunFailure(`${report.report_format} is made of charts, not of dashboards`);
      return shots(making, dashboardShots(making, dashboard, { sent, key }));
    },
  };
}

function showsSomething({ position_json }: DashboardRecord): boolean {
  return Object.values(parseLayout(position_json)).some(({ type }) => type === "CHART" || type === "MARKDOWN");
}

const notOpen =
  (noun: string, { user }: Making) =>
  () => {
    throw new RunFailure(`The ${noun} is not there, or not open to ${user.username}, as whom this runs`);
  };

const isPicture = ({ report_format: format }: ReportRecord) => format === "PNG" || format === "PDF";

function extraOf({ extra_json }: ReportRecord): ReportExtra {
  return extra_json ? (readJson(extra_json) as ReportExtra) : {};
}

/** Pixels. Both grow with what is on them; charts are sharp on screens of twice the density. */
const CHART_SIZE = { width: 1000, height: 400, scale: 2 };
const DASHBOARD_SIZE = { width: 1600, height: 400, scale: 1 };
/** What was kept may be a day old. */
const FRESH = { force: "true" };

function chartShot({ report }: Making, { id }: ChartRecord): Shot {
  const { width: usual, height, scale } = CHART_SIZE;
  const width = report.custom_width ?? usual;
  const view = { noun: "chart", width, height: Math.round((height * width) / usual), scale, isWhole: true } as const;
  return { path: pageOf({ noun: "chart", id }, FRESH), view };
}

function dashboardShots(
  { report }: Making,
  { id }: DashboardRecord,
  { sent, key }: { sent: SentState; key: string | undefined },
): Shot[] {
  const { width: usual, height, scale } = DASHBOARD_SIZE;
  const view = { noun: "dashboard", width: report.custom_width ?? usual, height, scale, isWhole: true } as const;
  const params = Object.fromEntries(sent.state.urlParams ?? []);
  const path = pageOf({ noun: "dashboard", id }, { ...params, ...FRESH, ...(key && { permalink_key: key }) });
  return sent.anchors.map((anchor) => ({ path: anchor ? `${path}#${encodeURIComponent(anchor)}` : path, view }));
}

async function shots(making: Making, wanted: readonly Shot[]): Promise<Pick<Notification, "pictures" | "attachments">> {
  const { report } = making;
  const pictures = await picturesOfPages(making, wanted);
  const name = fileName(report.name);
  if (report.report_format === "PNG")
    return { pictures: pictures.map((bytes, i) => fileAt(name, { i, bytes, all: pictures })), attachments: [] };
  const bytes = await documentOf(making, pictures, wanted);
  return { pictures: [], attachments: [{ name: `${name}.pdf`, type: "application/pdf", bytes }] };
}

const fileAt = (name: string, { i, bytes, all }: { i: number; bytes: Uint8Array; all: readonly unknown[] }) => ({
  name: all.length > 1 ? `${name}_${i + 1}.png` : `${name}.png`,
  type: "image/png",
  bytes,
});

async function rows(making: Making, chart: ChartRecord) {
  const { report } = making;
  const files = await chartCsv(making, chart, MOST_BYTES);
  const name = fileName(report.name);
  const notes = files.flatMap(({ note }) => note ?? []);
  if (report.report_format === "CSV") {
    const attachments = files.map(({ bytes }, i): NotificationFile => {
      const own = files.length > 1 ? `${name}_${i + 1}.csv` : `${name}.csv`;
      return { name: own, type: "text/csv", bytes };
    });
    return { pictures: [], attachments, ...(notes.length > 0 ? { text: notes.join("\n\n") } : {}) };
  }
  const tables = files.map(({ bytes }) => rowsOfCsv(bytes.toString()));
  return {
    pictures: [],
    attachments: [],
    text: [...tables.map(tableText), ...notes].join("\n\n"),
    html: [...tables.map(tableHtml), ...notes.map((note) => `<p>${escapeHtml(note)}</p>`)].join("<br>"),
  };
}

const fileName = (name: string) =>
  oneLine(name)
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .slice(0, 100);

/** More rows are for a file, not for reading. */
const MOST_ROWS = 1000;
const CELL = "border:1px solid #d9d9d9;padding:4px 8px";

/** The rows of a CSV file as our own writer makes it, the header first. */
export function rowsOfCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const text = csv.replace(/^\ufeff/, "");
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [, quoted, plain = "", end = ""] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== "," && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

/** The same to be read in a mail. */
function tableHtml([header = [], ...rows]: readonly string[][]): string {
  const cells = (tag: "th" | "td", row: readonly string[]) =>
    row.map((text) => `<${tag} style="${CELL};text-align:${alignOf(text)}">${escapeHtml(text)}</${tag}>`).join("");
  const shown = rows.slice(0, MOST_ROWS);
  const body = shown.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  const note = rows.length > shown.length ? `<p>${moreText(rows.length)}</p>` : "";
  return `<table style="border-collapse:collapse"><thead><tr>${cells("th", header)}</tr></thead><tbody>${body}</tbody></table>${note}`;
}

/** The same as plain text. */
function tableText([header = [], ...rows]: readonly string[][]): string {
  const lines = [header, ...rows.slice(0, MOST_ROWS)].map((row) => row.join("\t"));
  return [...lines, ...(rows.length > MOST_ROWS ? [moreText(rows.length)] : [])].join("\n");
}

const moreText = (rows: number) => `These are the first ${MOST_ROWS} of ${rows} rows.`;

const alignOf = (text: string) => (/^-?[\d.,]+%?$/.test(text) ? "right" : "left");

/** The state of a dashboard that is sent: its filters, tabs and parameters, and each tab that is a picture of its own. */
interface SentState {
  state: { dataMask?: DataMaskMap; activeTabs?: string[]; urlParams?: [string, string][] };
  /** Components that the pictures begin with, one picture each; one of the whole where there is none. */
  anchors: (string | undefined)[];
}

interface Sent {
  json_metadata: string | null;
}

function sentState({ dashboard: sent = {} }: ReportExtra, dashboard: Sent): SentState {
  const { dataMask, activeTabs, urlParams, anchor, nativeFilters } = sent;
  const masks = { ...masksOf(dataMask), ...chosenMasks(nativeFilters ?? [], dashboard) };
  return {
    state: {
      ...(Object.keys(masks).length > 0 ? { dataMask: masks } : {}),
      ...(activeTabs?.length ? { activeTabs } : {}),
      ...(urlParams?.length ? { urlParams } : {}),
    },
    anchors: anchorsOf(anchor),
  };
}

function masksOf(given: unknown): DataMaskMap {
  const parsed = Masks.safeParse(given ?? {});
  if (!parsed.success) throw new RunFailure("The filters that are kept with the report cannot be read");
  return parsed.data;
}

/** One id, or a JSON list of them. */
function anchorsOf(anchor: string | null | undefined): (string | undefined)[] {
  if (!anchor) return [undefined];
  if (!anchor.startsWith("[")) return [anchor];
  try {
    const ids = (JSON.parse(anchor) as unknown[]).filter((id) => typeof id === "string");
    return ids.length > 0 ? ids : [undefined];
  } catch {
    throw new RunFailure("The tabs that are kept with the report cannot be read");
  }
}

type Chosen = NonNullable<NonNullable<ReportExtra["dashboard"]>["nativeFilters"]>[number];

/** A filter that is gone leaves nothing to send: without it other rows would be shown. */
function chosenMasks(chosen: readonly Chosen[], { json_metadata }: Sent): DataMaskMap {
  if (chosen.length === 0) return {};
  const filters = new Map(filtersOf(parseDashboardMetadata(json_metadata)).map((filter) => [filter.id, filter]));
  return Object.fromEntries(
    chosen.flatMap((one): [string, DataMask][] => {
      if (!one.nativeFilterId) return [];
      const filter = filters.get(one.nativeFilterId);
      if (!filter) throw new RunFailure(`The dashboard has no filter ${one.nativeFilterId} any more`);
      return [[filter.id, maskOfValues(filter, Array.isArray(one.filterValues) ? one.filterValues : [])]];
    }),
  );
}
