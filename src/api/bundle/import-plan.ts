import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { chartCard } from "../../chart-types/index.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { readJson } from "../../model/json-text.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { contentFields, contentOf } from "../../server/store/content.ts";
import { foldersOf } from "../../server/store/folders.ts";
import type { Tables } from "../../server/store/tables.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { briefChartsOfDashboard } from "../chart/index.ts";
import type { DashboardRecord } from "../dashboard/index.ts";
import { type DatabaseRecord, maskedAddress, secretPartsOf } from "../database/index.ts";
import type { ImportItem, ImportResult } from "./contract.ts";
import { type BundleNoun, type Import, isReplaced } from "./import-run.ts";
import { type Json, objectOf } from "./json-values.ts";
import { dashboardPosition } from "./object-files.ts";

export interface PlannedItem {
  item: ImportItem;
  uuid: string;
  before: Json | undefined;
}

type Found = { id: number; uuid: string } | undefined;

export async function planned(
  run: Import,
  kind: BundleNoun,
  { path, name, uuid, existing }: { path: string; name: string; uuid: string; existing: Found },
): Promise<void> {
  const isOver = existing !== undefined && isReplaced(run, kind, uuid);
  const action = !existing ? "create" : !isOver ? "keep" : run.revived.has(uuid) ? "restore" : "update";
  const before = isOver ? await storedContent(run, kind, existing.uuid) : undefined;
  run.items.push({ item: { file: path, kind, name, action }, uuid: existing?.uuid ?? uuid, before });
}

export function notUsed({ unused }: Import, file: string, text: string): void {
  unused.push({ file, text });
}

export function written(run: Import, path: string, entry: Import["written"][number]): void {
  run.written.push(entry);
  for (const text of unusedKeys(unknownKeysText, entry.extra)) notUsed(run, path, text);
}

export async function resultOf(run: Import): Promise<ImportResult> {
  const items: ImportItem[] = [];
  await forEachYielding(run.items, async ({ item, uuid, before }) => {
    const isSame = item.action === "update" && isDeepStrictEqual(before, await storedContent(run, item.kind, uuid));
    const known = run.options.dryRun ? item : { ...item, id: (await rowOf(run.db, TABLES[item.kind], uuid)).id };
    items.push(isSame ? { ...known, action: "keep" } : withReplaced(known, before));
  });
  return { items, unused: [...run.unused], needs: run.needs };
}

/** What is overwritten, if the bundle has another name for it. */
function withReplaced(item: ImportItem, before: Json | undefined): ImportItem {
  const name = before?.[NAMES[item.kind]];
  return typeof name === "string" && name !== item.name ? { ...item, replaces: name } : item;
}

const NAMES = {
  dashboard: "dashboard_title",
  chart: "slice_name",
  dataset: "table_name",
  database: "database_name",
  theme: "theme_name",
  saved_query: "label",
} as const satisfies Record<BundleNoun, string>;

const TABLES = {
  dashboard: "dashboards",
  chart: "charts",
  dataset: "datasets",
  database: "databases",
  theme: "themes",
  saved_query: "saved_queries",
} as const satisfies Record<BundleNoun, keyof Tables>;

async function storedContent({ db, app }: Import, kind: BundleNoun, uuid: string): Promise<Json> {
  const row = await rowOf(db, TABLES[kind], uuid);
  if (kind === "database") {
    const record = row as unknown as DatabaseRecord;
    const clear = { sqlalchemy_uri: maskedAddress(app.secrets, record), ...secretPartsOf(app.secrets, record) };
    return comparable({ ...without(contentFields(row), SEALED), ...clear });
  }
  if (kind !== "dashboard" && kind !== "chart" && kind !== "dataset") return comparable(contentFields(row));
  const content =
    kind === "dashboard"
      ? await shownDashboard(db, row as DashboardRecord)
      : await contentOf(db, { noun: kind, id: row.id });
  return { ...comparable(content), ...(await placeOf(db, kind, row.id)) };
}

/** An import sets these too. */
async function placeOf(db: Kysely<Tables>, noun: "dashboard" | "chart" | "dataset", id: number): Promise<Json> {
  const tags = (await tagsOf(db, noun, [id])).get(id) ?? [];
  const own = tags.filter(({ type }) => type === 1);
  return { tags: own.map(({ name }) => name), folder: (await foldersOf(db, noun, [id])).get(id)?.id };
}

/** With the layout that its export has. */
async function shownDashboard(db: Kysely<Tables>, row: DashboardRecord): Promise<Json> {
  const content = await contentOf(db, { noun: "dashboard", id: row.id });
  const position_json = dashboardPosition(row, await briefChartsOfDashboard(db, row.id), (id) => id);
  return { ...content, position_json: JSON.stringify(position_json) };
}

function rowOf(db: Kysely<Tables>, table: (typeof TABLES)[BundleNoun], uuid: string): Promise<{ id: number }> {
  return db.selectFrom(table).selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
}

/** Encryption gives a different text each time, so these can't be compared. */
const SEALED = ["encrypted_extra", "server_cert", "ssh_tunnel"];
const REPEATED = ["datasource", "viz_type", "slice_id"];

const without = (json: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

function comparable(content: Json): Json {
  const params = without(objectOf(content.params as string | null | undefined), REPEATED);
  const values = Object.entries({ ...without(content, ["query_context"]), params }).map(
    ([name, value]) => [name, parsed(value)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return readJson(value);
  } catch {
    return value;
  }
}

/** Non-empty keys without a meaning here; exports write them back. */
export function unusedKeys(textOf: (keys: UnusedKeys) => string, keys: Json): string[] {
  const names = Object.entries(keys).flatMap(([name, value]) => (isEmpty(value) ? [] : [name]));
  if (names.length === 0) return [];
  const more = Math.max(0, names.length - SHOWN_NAMES);
  return [textOf({ keys: list(names.slice(0, SHOWN_NAMES), "commas"), more })];
}
const SHOWN_NAMES = 10;

interface UnusedKeys {
  keys: string;
  more: number;
}

export const unknownKeysText = (keys: UnusedKeys): string =>
  t("Unknown settings (not used, but included in exports): {keys}{more, plural, =0 {} other { and # more}}", keys);

const isEmpty = (value: unknown) =>
  value === null || value === "" || value === "{}" || (typeof value === "object" && Object.keys(value).length === 0);

const SCRIPT = /^js_(?!columns$)/;

export function unusedInChart(vizType: string, params: Json): string[] {
  const scripts = Object.entries(params).flatMap(([name, value]) => (SCRIPT.test(name) && value ? [name] : []));
  return [
    ...(chartCard(vizType)
      ? []
      : [t("Chart type “{vizType}” isn't available: the chart is imported, but can't be drawn", { vizType })]),
    ...(scripts.length > 0
      ? [t("Scripts are kept, but never run: {scripts}", { scripts: list(scripts, "commas") })]
      : []),
  ];
}
