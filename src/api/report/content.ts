import { t } from "../../i18n/translate.ts";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { type DataMask, type DataMaskMap, DataMaskMap as Masks } from "../../model/data-mask.ts";
import { filtersOf } from "../../model/display-control.ts";
import { readJson } from "../../model/json-text.ts";
import { maskOfValues, type ReportExtra } from "../../model/report.ts";
import { escapeHtml, type Notification, type NotificationFile, oneLine } from "../../server/delivery/notification.ts";
import { publicUrl } from "../../server/pictures/own-pages.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type ChartRecord, layoutOfDashboard, visibleChart } from "../chart/index.ts";
import { chartCsv } from "../chart-data/index.ts";
import { type DashboardRecord, keepPermalink, openDashboard } from "../dashboard/index.ts";
import { pageOf } from "../picture/index.ts";
import { documentOf, picturesOfPages, type Screenshot } from "./pictures.ts";
import { RunFailure } from "./run-failure.ts";
import type { ReportRecord } from "./store.ts";

export interface LetterContext extends Actor {
  report: ReportRecord;
  signal: AbortSignal;
}

const MAX_BYTES = 20 * 1024 * 1024;

export async function buildLetter(context: LetterContext): Promise<Notification> {
  const { report } = context;
  const { title, path, content } = report.chart_id === null ? await ofDashboard(context) : await ofChart(context);
  const files = await content();
  const size = [...files.pictures, ...files.attachments].reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MAX_BYTES)
    throw new RunFailure(() =>
      t("The message is larger than the limit of {limit, number} MB", { limit: MAX_BYTES / 1024 / 1024 }),
    );
  return { ...emptyLetter(context, { title, path }), ...files };
}

interface Subject {
  title: string;
  path: string;
  content(): Promise<Pick<Notification, "pictures" | "attachments"> & Partial<Pick<Notification, "text" | "html">>>;
}

export function emptyLetter(
  { app, report }: Pick<LetterContext, "app" | "report">,
  of: { title: string; path: string },
): Notification {
  return {
    subject: oneLine(t("[Report] {subject}", { subject: report.email_subject || `${report.name}: ${of.title}` })),
    name: oneLine(report.name),
    description: [report.description, report.context_markdown].filter(Boolean).join("\n\n"),
    text: "",
    url: publicUrl(app.config) + of.path,
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

export const pathOf = ({ chart_id, dashboard_id }: ReportRecord) =>
  chart_id === null ? `/superset/dashboard/${dashboard_id}/` : `/explore/?slice_id=${chart_id}`;

async function ofChart(context: LetterContext): Promise<Subject> {
  const { app, user, report } = context;
  const chart = await visibleChart(app, user, report.chart_id ?? 0).catch(noAccess("chart", context));
  return {
    title: chart.slice_name,
    path: pathOf(report),
    content: () => (isPicture(report) ? screenshots(context, [chartScreenshot(context, chart)]) : rows(context, chart)),
  };
}

async function ofDashboard(context: LetterContext): Promise<Subject> {
  const { app, user, report } = context;
  const dashboard = await openDashboard(app, user, report.dashboard_id ?? 0).catch(noAccess("dashboard", context));
  const sent = sentState(extraOf(report), dashboard);
  const key = Object.keys(sent.state).length > 0 ? await keepPermalink(context, dashboard, sent.state) : undefined;
  return {
    title: dashboard.dashboard_title ?? "",
    path: key === undefined ? pathOf(report) : `/superset/dashboard/p/${key}/`,
    content: async () => {
      if (!(await hasContent(app, dashboard))) throw new RunFailure(() => t("The dashboard is empty"));
      if (!isPicture(report)) {
        const format = report.report_format;
        throw new RunFailure(() => t("{format} works for charts, not for dashboards", { format }));
      }
      return screenshots(context, dashboardScreenshots(context, dashboard, { sent, key }));
    },
  };
}

async function hasContent({ db }: LetterContext["app"], dashboard: DashboardRecord): Promise<boolean> {
  const layout = await layoutOfDashboard(db, dashboard);
  return Object.values(layout).some(({ type }) => type === "CHART" || type === "MARKDOWN");
}

const noAccess =
  (noun: "chart" | "dashboard", { user: { username: user } }: LetterContext) =>
  () => {
    throw new RunFailure(() =>
      noun === "chart"
        ? t("The chart doesn't exist, or {user}, whose account runs this report, can't access it", { user })
        : t("The dashboard doesn't exist, or {user}, whose account runs this report, can't access it", { user }),
    );
  };

const isPicture = ({ report_format: format }: ReportRecord) => format === "PNG" || format === "PDF";

function extraOf({ extra_json }: ReportRecord): ReportExtra {
  return extra_json ? (readJson(extra_json) as ReportExtra) : {};
}

/** Pixels. Height grows with the content; charts are drawn at double density. */
const CHART_SIZE = { width: 1000, height: 400, scale: 2 };
const DASHBOARD_SIZE = { width: 1600, height: 400, scale: 1 };
const FRESH = { force: "true" };

function chartScreenshot({ report }: LetterContext, { id }: ChartRecord): Screenshot {
  const { width: defaults, height, scale } = CHART_SIZE;
  const width = report.custom_width ?? defaults;
  const view = { noun: "chart", width, height: Math.round((height * width) / defaults), scale, isWhole: true } as const;
  return { path: pageOf({ noun: "chart", id }, FRESH), view };
}

function dashboardScreenshots(
  { report }: LetterContext,
  { id }: DashboardRecord,
  { sent, key }: { sent: SentState; key: string | undefined },
): Screenshot[] {
  const { width: defaults, height, scale } = DASHBOARD_SIZE;
  const view = { noun: "dashboard", width: report.custom_width ?? defaults, height, scale, isWhole: true } as const;
  const params = Object.fromEntries(sent.state.urlParams ?? []);
  const path = pageOf({ noun: "dashboard", id }, { ...params, ...FRESH, ...(key && { permalink_key: key }) });
  return sent.anchors.map((anchor) => ({ path: anchor ? `${path}#${encodeURIComponent(anchor)}` : path, view }));
}

async function screenshots(
  context: LetterContext,
  attached: readonly Screenshot[],
): Promise<Pick<Notification, "pictures" | "attachments">> {
  const { report } = context;
  const pictures = await picturesOfPages(context, attached);
  const name = fileName(report.name);
  if (report.report_format === "PNG")
    return { pictures: pictures.map((bytes, i) => fileAt(name, { i, bytes, all: pictures })), attachments: [] };
  const bytes = await documentOf(context, pictures, attached);
  return { pictures: [], attachments: [{ name: `${name}.pdf`, type: "application/pdf", bytes }] };
}

const fileAt = (name: string, { i, bytes, all }: { i: number; bytes: Uint8Array; all: readonly unknown[] }) => ({
  name: all.length > 1 ? `${name}_${i + 1}.png` : `${name}.png`,
  type: "image/png",
  bytes,
});

async function rows(context: LetterContext, chart: ChartRecord) {
  const { report } = context;
  const files = await chartCsv(context, chart, MAX_BYTES);
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

const MAX_ROWS = 1000;
const CELL = "border:1px solid #d9d9d9;padding:4px 8px";

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

function tableHtml([header = [], ...rows]: readonly string[][]): string {
  const cells = (tag: "th" | "td", row: readonly string[]) =>
    row.map((text) => `<${tag} style="${CELL};text-align:${alignOf(text)}">${escapeHtml(text)}</${tag}>`).join("");
  const shown = rows.slice(0, MAX_ROWS);
  const body = shown.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  const note = rows.length > shown.length ? `<p>${moreText(rows.length)}</p>` : "";
  return `<table style="border-collapse:collapse"><thead><tr>${cells("th", header)}</tr></thead><tbody>${body}</tbody></table>${note}`;
}

function tableText([header = [], ...rows]: readonly string[][]): string {
  const lines = [header, ...rows.slice(0, MAX_ROWS)].map((row) => row.join("\t"));
  return [...lines, ...(rows.length > MAX_ROWS ? [moreText(rows.length)] : [])].join("\n");
}

const moreText = (rows: number) =>
  t("Showing the first {count, number} of {total, number} rows.", { count: MAX_ROWS, total: rows });

const alignOf = (text: string) => (/^-?[\d.,]+%?$/.test(text) ? "right" : "left");

interface SentState {
  state: { dataMask?: DataMaskMap; activeTabs?: string[]; urlParams?: [string, string][] };
  anchors: (string | undefined)[];
}

interface Sent {
  json_metadata: string | null;
}

function sentState({ dashboard: sent = {} }: ReportExtra, dashboard: Sent): SentState {
  const { dataMask, activeTabs, urlParams, anchor, nativeFilters } = sent;
  const masks = { ...masksOf(dataMask), ...selectedMasks(nativeFilters ?? [], dashboard) };
  return {
    state: {
      ...(Object.keys(masks).length > 0 ? { dataMask: masks } : {}),
      ...(activeTabs?.length ? { activeTabs } : {}),
      ...(urlParams?.length ? { urlParams } : {}),
    },
    anchors: anchorsOf(anchor),
  };
}

function masksOf(masks: unknown): DataMaskMap {
  const parsed = Masks.safeParse(masks ?? {});
  if (!parsed.success) throw new RunFailure(() => t("The filters saved with the report can't be read"));
  return parsed.data;
}

function anchorsOf(anchor: string | null | undefined): (string | undefined)[] {
  if (!anchor) return [undefined];
  if (!anchor.startsWith("[")) return [anchor];
  try {
    const ids = (JSON.parse(anchor) as unknown[]).filter((id) => typeof id === "string");
    return ids.length > 0 ? ids : [undefined];
  } catch {
    throw new RunFailure(() => t("The tabs saved with the report can't be read"));
  }
}

type SavedFilter = NonNullable<NonNullable<ReportExtra["dashboard"]>["nativeFilters"]>[number];

/** Throws for a deleted filter: without it the report would show other rows. */
function selectedMasks(chosen: readonly SavedFilter[], { json_metadata }: Sent): DataMaskMap {
  if (chosen.length === 0) return {};
  const filters = new Map(filtersOf(parseDashboardMetadata(json_metadata)).map((filter) => [filter.id, filter]));
  return Object.fromEntries(
    chosen.flatMap((one): [string, DataMask][] => {
      if (!one.nativeFilterId) return [];
      const filter = filters.get(one.nativeFilterId);
      if (!filter) {
        const id = one.nativeFilterId;
        throw new RunFailure(() =>
          t(
            "A filter saved with this report is no longer on the dashboard ({id}). Edit the report and choose its filters again.",
            { id },
          ),
        );
      }
      return [[filter.id, maskOfValues(filter, Array.isArray(one.filterValues) ? one.filterValues : [])]];
    }),
  );
}
