import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { createTaskPool } from "../../server/threads/task-pool.ts";
import { assertDatasetAccess, datasetForQuery } from "../dataset/index.ts";
import { bundledFolders } from "../folder/index.ts";
import { annotationLayerFiles } from "./chart-references.ts";
import { contentOfObjects, type ExportContent, everything, exportContentOf, hiddenDatasets } from "./export-content.ts";
import { FOLDERS, METADATA, TAGS, TYPES, VERSION } from "./files.ts";
import { bundleIds, slugOf } from "./ids.ts";
import type { BundleNoun } from "./import-run.ts";
import type { Json } from "./json-values.ts";
import { type Mark, marksOf } from "./marks.ts";
import {
  chartFile,
  dashboardFile,
  databaseFile,
  datasetFile,
  type Numbers,
  savedQueryFile,
  themeFile,
} from "./object-files.ts";

/** Files are created lazily. `moment` is the time of the content, `20260416T151900`. */
export interface Exported {
  files: AsyncIterable<readonly [path: string, text: string]>;
  moment: string;
}

/**
 * With everything the objects need; `assets` exports all that the caller can see. Equal content gives equal files in
 * the same order, independent of server and time. Unknown ids are left out. Throws a 403 for a dataset that the caller
 * can't read.
 */
export async function exportBundle(
  actor: Actor,
  noun: BundleNoun | "assets",
  ids: readonly number[],
): Promise<Exported> {
  const chosen = noun === "assets" ? await everything(actor) : await exportContentOf(actor, noun, ids);
  for (const id of await hiddenDatasets(actor, chosen))
    assertDatasetAccess(actor.user, await datasetForQuery(actor.app, id));
  const layers = await annotationLayerFiles(actor, chosen.charts);
  const writeYaml = yamlWriterOf(actor.app);
  const { files, numbers, timestamp } = await filesOf(actor, noun, { chosen, layers });
  for (const { layer, file } of layers) {
    files.put(`annotation_layers/${slugOf(layer.name)}_${numbers.layers.get(layer.id)}.yaml`, () => file);
  }
  await addTags(actor, chosen, files);
  const metadata = { version: VERSION, type: TYPES[noun], timestamp };
  const moment = timestamp.slice(0, 19).replace(/[-:]/g, "");
  return { files: written([[METADATA, () => metadata], ...files.sorted()], writeYaml), moment };
}

export interface ExportedObject {
  path: string;
  uuid: string | undefined;
  value: Json;
}

interface Wanted {
  layers: Filing["layers"];
  /** Of the objects; by default all that the caller can see. */
  uuids?: readonly string[] | undefined;
}

/** Without annotation layers and tags. */
export async function exportedObjects(
  actor: Actor,
  { layers, uuids }: Wanted,
): Promise<{ objects: ExportedObject[]; content: ExportContent; numbers: Numbers }> {
  const content = uuids ? await contentOfObjects(actor, uuids) : await everything(actor);
  const { files, numbers } = await filesOf(actor, "assets", { chosen: content, layers });
  const wanted = new Set(uuids);
  const objects: ExportedObject[] = [];
  for (const [path, make] of files.sorted()) {
    const uuid = files.uuidOf(path);
    if (uuids && (uuid === undefined || !wanted.has(uuid))) continue;
    objects.push({ path, uuid, value: await make() });
    await yieldToEventLoop();
  }
  return { objects, content, numbers };
}

interface Filing {
  chosen: ExportContent;
  layers: readonly { layer: { id: number; name: string } }[];
}

async function filesOf(actor: Actor, noun: BundleNoun | "assets", { chosen, layers }: Filing) {
  const numbers = numbersOf(chosen, layers);
  const objects = [
    chosen.dashboards,
    chosen.charts,
    chosen.datasets,
    chosen.databases,
    chosen.themes,
    chosen.savedQueries,
  ].flat();
  const marks = await marksOf(
    actor.app.db,
    objects.map((object) => object.uuid),
  );
  const files = new Files(marks);
  await addContent({ actor, chosen, numbers, files }, noun);
  const folders = await bundledFolders(actor, chosen);
  if (folders.length > 0) files.put(FOLDERS, () => ({ folders, version: VERSION }));
  return { files, numbers, timestamp: momentOf(objects, marks) };
}

export async function hiddenFromExport(actor: Actor, noun: BundleNoun, id: number): Promise<number[]> {
  return hiddenDatasets(actor, await exportContentOf(actor, noun, [id]));
}

type MakeFile = () => Json | Promise<Json>;

async function* written(
  files: readonly (readonly [path: string, make: MakeFile])[],
  writeYaml: YamlWriter,
): AsyncGenerator<readonly [string, string]> {
  for (const [path, make] of files) {
    const value = await make();
    await yieldToEventLoop();
    yield [path, await writeYaml(value)];
  }
}

/** Distinguishes paths that differ only by case, for case-insensitive file systems. */
class Files {
  readonly #marks: ReadonlyMap<string, Mark>;
  readonly #files = new Map<string, MakeFile>();
  readonly #taken = new Set<string>();
  readonly #uuids = new Map<string, string>();

  constructor(marks: ReadonlyMap<string, Mark>) {
    this.#marks = marks;
  }

  put(path: string, make: MakeFile, uuid?: string): void {
    const { columns: _, metrics: __, ...extra } = (uuid === undefined ? undefined : this.#marks.get(uuid)?.extra) ?? {};
    const isTaken = this.#taken.has(path.toLowerCase());
    const name = isTaken ? path.replace(/\.yaml$/, `_${uuid?.slice(0, 8)}.yaml`) : path;
    this.#taken.add(name.toLowerCase());
    if (uuid !== undefined) this.#uuids.set(name, uuid);
    this.#files.set(name, async () => ({ ...(await make()), ...extra }));
  }

  sorted(): [string, MakeFile][] {
    return [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  uuidOf(path: string): string | undefined {
    return this.#uuids.get(path);
  }

  extraOf(uuid: string): Json {
    return this.#marks.get(uuid)?.extra ?? {};
  }
}

function numbersOf(chosen: ExportContent, layers: readonly { layer: { id: number; name: string } }[]): Numbers {
  const charts = bundleIds(chosen.charts.map((chart) => chart.uuid));
  const names = bundleIds(layers.map(({ layer }) => layer.name));
  return {
    charts: new Map(chosen.charts.map(({ id, uuid }) => [id, charts.get(uuid) ?? 0])),
    layers: new Map(layers.map(({ layer }) => [layer.id, names.get(layer.name) ?? 0])),
    datasets: bundleIds(chosen.datasets.map((dataset) => dataset.uuid)),
    datasetUuids: new Map(chosen.datasets.map(({ id, uuid }) => [id, uuid])),
    themeUuids: new Map(chosen.themes.map(({ id, uuid }) => [id, uuid])),
  };
}

interface Adding {
  actor: Actor;
  chosen: ExportContent;
  numbers: Numbers;
  files: Files;
}

async function addContent({ actor, chosen, numbers, files }: Adding, noun: BundleNoun | "assets"): Promise<void> {
  const { app } = actor;
  const dashboardIds = bundleIds(chosen.dashboards.map((dashboard) => dashboard.uuid));
  const tagsOfCharts = await tagNames(actor, "chart", chosen.charts);
  const tagsOfDashboards = await tagNames(actor, "dashboard", chosen.dashboards);
  for (const dashboard of chosen.dashboards) {
    const path = `dashboards/${slugOf(dashboard.dashboard_title ?? "")}_${dashboardIds.get(dashboard.uuid)}.yaml`;
    const charts = chosen.chartsOf.get(dashboard.id) ?? [];
    const file = async () => ({
      ...(await dashboardFile(dashboard, charts, numbers)),
      ...tagsOfDashboards(dashboard.id),
    });
    files.put(path, file, dashboard.uuid);
  }
  for (const chart of chosen.charts) {
    const path = `charts/${slugOf(chart.slice_name)}_${numbers.charts.get(chart.id)}.yaml`;
    const file = async () => ({ ...(await chartFile(chart, numbers)), ...tagsOfCharts(chart.id) });
    files.put(path, file, chart.uuid);
  }
  const databases = [...chosen.databases].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  for (const database of databases) {
    const file = () => databaseFile(app, database, noun === "database" || noun === "assets");
    files.put(`databases/${slugOf(database.database_name)}.yaml`, file, database.uuid);
  }
  const databaseOf = new Map(chosen.databases.map((database) => [database.id, database]));
  for (const dataset of chosen.datasets) {
    const database = databaseOf.get(dataset.database_id);
    if (!database) continue;
    const name = `${slugOf(dataset.table_name)}_${numbers.datasets.get(dataset.uuid)}.yaml`;
    const path = `datasets/${slugOf(database.database_name)}/${name}`;
    const file = async () => ({
      ...(await datasetFile(app, dataset, files.extraOf(dataset.uuid))),
      database_uuid: database.uuid,
    });
    files.put(path, file, dataset.uuid);
  }
  addQueries(chosen, files);
  const themes = [...chosen.themes].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  for (const theme of themes) files.put(`themes/${slugOf(theme.theme_name)}.yaml`, () => themeFile(theme), theme.uuid);
}

function addQueries({ savedQueries, databases }: ExportContent, files: Files): void {
  const databaseOf = new Map(databases.map((database) => [database.id, database]));
  for (const query of [...savedQueries].sort((a, b) => (a.uuid < b.uuid ? -1 : 1))) {
    const database = databaseOf.get(query.database_id ?? 0);
    if (!database) continue;
    const folders = [database.database_name, ...(query.schema ? [query.schema] : [])].map(slugOf).join("/");
    const file = () => ({ ...savedQueryFile(query), database_uuid: database.uuid });
    files.put(`queries/${folders}/${slugOf(query.label ?? "")}.yaml`, file, query.uuid);
  }
}

async function tagNames({ app }: Actor, type: "chart" | "dashboard", objects: readonly { id: number }[]) {
  const found = await tagsOf(
    app.db,
    type,
    objects.map((object) => object.id),
  );
  return (id: number): Json => {
    const names = (found.get(id) ?? []).filter((tag) => tag.type === 1).map((tag) => tag.name);
    return names.length > 0 ? { tags: names.sort() } : {};
  };
}

async function addTags({ app }: Actor, { charts, dashboards }: ExportContent, files: Files): Promise<void> {
  const idsOf = (objects: readonly { id: number }[]) => objects.map((object) => object.id);
  const found = [
    ...(await tagsOf(app.db, "chart", idsOf(charts))).values(),
    ...(await tagsOf(app.db, "dashboard", idsOf(dashboards))).values(),
  ].flat();
  const ids = [...new Set(found.filter((tag) => tag.type === 1).map((tag) => tag.id))];
  if (ids.length === 0) return;
  const tags = await app.db.selectFrom("tags").select(["name", "description"]).where("id", "in", ids).execute();
  const sorted = tags.sort((a, b) => (a.name < b.name ? -1 : 1));
  const file = { tags: sorted.map(({ name, description }) => ({ tag_name: name, description })) };
  files.put(TAGS, () => file);
}

const NEVER = "1970-01-01T00:00:00.000000+00:00";

function momentOf(objects: readonly { uuid: string; changed_on: string }[], marks: ReadonlyMap<string, Mark>): string {
  const moments = objects.map(({ uuid, changed_on }) => {
    const mark = marks.get(uuid);
    return mark?.savedOn === changed_on ? mark.bundledOn : `${changed_on}+00:00`;
  });
  return moments.sort().at(-1) ?? NEVER;
}

/** Takes a second or two per megabyte, so it runs in a thread. */
type YamlWriter = (value: unknown) => Promise<string>;

const yamlWriterOf = (app: App): YamlWriter => app.once(openYamlWriter);

function openYamlWriter(app: App): YamlWriter {
  const pool = createTaskPool({
    entry: new URL("./yaml-writer-thread.ts", import.meta.url),
    name: "yaml-writer",
    quickSize: 0,
    quickMs: 1000,
    slowMs: 120_000,
    loadMs: 30_000,
    penaltyMs: 10_000,
    memoryMb: Math.min(1024, app.config.memory.threadMb),
    quickIdleMs: 15_000,
    slowIdleMs: 15_000,
    tooSlow: (seconds) =>
      unprocessable(
        t("Exporting one of the items took longer than {seconds, number} seconds. Export the other items separately.", {
          seconds,
        }),
      ),
    tooBig: (megabytes) =>
      unprocessable(
        t(
          "Exporting one of the items took more than {megabytes, number} MB of memory. Export the other items separately.",
          { megabytes },
        ),
      ),
  });
  app.onClose(() => pool.close());
  return async (value) => (await pool.run(value, { size: 0 })) as string;
}
