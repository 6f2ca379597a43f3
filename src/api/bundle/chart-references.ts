import type { Kysely } from "kysely";
import { type AnnotationLayer, annotationLayersOf, isNative, sourceIdOf } from "../../model/annotation-layer.ts";
import { partId, partIds, withoutPartId } from "../../model/part-charts.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import {
  annotationsOf,
  findLayerByName,
  insertAnnotation,
  insertLayer,
  type LayerRecord,
  layersByIds,
} from "../annotation-layer/index.ts";
import {
  type ChartRecord,
  canSeeChart,
  chartsByIds,
  findChart,
  updateChart,
  visibleAnnotationsAmong,
  visibleChartsAmong,
} from "../chart/index.ts";
import type { AnnotationLayerFile, Bundle } from "./files.ts";
import type { Import } from "./import-run.ts";
import { isObject, type Json, objectOf } from "./json-values.ts";
import type { Numbers } from "./object-files.ts";

/**
 * References between charts by id: charts within charts, charts shown by annotation layers, and stored annotation
 * layers. Bundles include them; their ids are the numbers in file names (`..._12.yaml`).
 */

type Db = Kysely<Tables>;

export async function withSourceCharts({ app, user }: Actor, charts: readonly ChartRecord[]): Promise<ChartRecord[]> {
  const all = new Map(charts.map((chart) => [chart.id, chart]));
  for (let next = charts; next.length > 0; ) {
    const missingCharts = (await referencesOf(next)).flatMap(({ charts: ids }) => ids).filter((id) => !all.has(id));
    const found = await chartsByIds(app.db, [...new Set(missingCharts)]);
    const isSeen = await Promise.all(found.map((chart) => canSeeChart(app, user, chart)));
    next = found.filter((_, i) => isSeen[i]);
    for (const chart of next) all.set(chart.id, chart);
  }
  return [...all.values()];
}

export async function annotationLayerFiles({ app, user }: Actor, charts: readonly ChartRecord[]) {
  if (!user.can("can_read", "Annotation")) return [];
  const ids = [...new Set((await referencesOf(charts)).flatMap(({ layers }) => layers))];
  const layers = await layersByIds(app.db, ids);
  return Promise.all(layers.map(async (layer) => ({ layer, file: await layerFile(app.db, layer) })));
}

export async function layerFile(db: Db, layer: LayerRecord): Promise<Json> {
  const annotations = await annotationsOf(db, layer.id);
  return {
    name: layer.name,
    descr: layer.descr,
    annotations: annotations.map(({ short_descr, long_descr, start_dttm, end_dttm, json_metadata }) => ({
      ...{ short_descr, long_descr, start_dttm, end_dttm, json_metadata },
    })),
    version: "1.0.0",
  };
}

interface References {
  charts: readonly number[];
  layers: readonly number[];
}

const NONE: References = { charts: [], layers: [] };
const known = new WeakMap<ChartRecord, References>();

async function referencesOf(charts: readonly ChartRecord[]): Promise<References[]> {
  const missing = charts.filter((chart) => !known.has(chart));
  await forEachYielding(missing, (chart) => known.set(chart, readReferences(chart)));
  return charts.map((chart) => known.get(chart) ?? NONE);
}

function readReferences({ params }: ChartRecord): References {
  if (!REFERENCES.test(params ?? "")) return NONE;
  const form = objectOf(params);
  const sources = annotationLayersOf(form.annotation_layers).flatMap((layer) => {
    const id = layer.annotationType === "FORMULA" ? undefined : sourceIdOf(layer);
    return id === undefined ? [] : [{ id, isNative: isNative(layer) }];
  });
  const ids = (native: boolean) => sources.flatMap((source) => (source.isNative === native ? [source.id] : []));
  return { charts: [...ids(false), ...partIds(form)], layers: ids(true) };
}

/** Returns target ids by bundle ids. Reuses visible layers with the same name; creating others needs permission. */
export async function importAnnotationLayers(
  run: Import,
  files: Bundle["annotationLayers"],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const [path, file] of files) {
    const old = idOfPath(path);
    const known = await findLayerByName(run.db, file.name);
    const id = known ? await visibleLayer(run, known.id) : await createLayer(run, file);
    if (old !== undefined && id !== undefined) ids.set(old, id);
  }
  return ids;
}

async function visibleLayer({ db, user }: Import, id: number): Promise<number | undefined> {
  const isSeen = !user || (await visibleAnnotationsAmong({ db }, user, [id])).has(id);
  return isSeen ? id : undefined;
}

async function createLayer({ db, user, stamp }: Import, file: AnnotationLayerFile): Promise<number | undefined> {
  if (user && !user.can("can_write", "Annotation")) return undefined;
  const id = await insertLayer(db, { name: file.name, descr: file.descr ?? null }, stamp);
  for (const { short_descr, long_descr, start_dttm, end_dttm, json_metadata } of file.annotations) {
    const values = {
      short_descr,
      start_dttm,
      end_dttm,
      long_descr: long_descr ?? null,
      json_metadata: json_metadata ?? null,
    };
    await insertAnnotation(db, { ...values, layer_id: id }, stamp);
  }
  return id;
}

export async function moveReferences(
  run: Import,
  bundle: Bundle,
  layerIds: ReadonlyMap<number, number>,
): Promise<void> {
  const { known } = run.options;
  const bundled = {
    charts: targetIds(bundle.charts, (uuid) => run.charts.get(uuid)?.id),
    datasets: targetIds(bundle.datasets, (uuid) => run.datasets.get(uuid)),
  };
  const chartIds = new Map([...(known?.charts ?? []), ...bundled.charts]);
  const datasetIds = new Map([...(known?.datasets ?? []), ...bundled.datasets]);
  const allLayerIds = new Map([...(known?.layers ?? []), ...layerIds]);
  const moveLayer = (layer: AnnotationLayer) => moved(layer, isNative(layer) ? allLayerIds : chartIds);
  const moveForm = (form: Json) =>
    withMovedParts(withLayers(form, moveLayer), {
      chart: (id) => chartIds.get(id),
      dataset: (id) => datasetIds.get(id),
    });
  const isForeign = await foreignCharts(run, bundle, chartIds);
  for (const [, file] of bundle.charts) {
    const known = run.charts.get(file.uuid);
    const chart = known?.isWritten ? await findChart(run.db, known.id) : undefined;
    if (!chart || !REFERENCES.test(`${chart.params}${chart.query_context}`)) continue;
    const params = JSON.stringify(moveForm(withoutLayers(objectOf(chart.params), isForeign)));
    const context = chart.query_context && movedContext(objectOf(chart.query_context), moveForm);
    await updateChart(run.db, chart.id, { params, query_context: context && JSON.stringify(context) });
  }
}

async function foreignCharts({ db, user }: Import, bundle: Bundle, chartIds: ReadonlyMap<number, number>) {
  if (!user || user.isAdmin) return () => false;
  const named = [...bundle.charts].flatMap(([, file]) => partIds(isObject(file.params) ? file.params : {}));
  const others = [...new Set(named)].filter((id) => !chartIds.has(id));
  const visible = new Set((await visibleChartsAmong({ db }, user, others)).map(({ id }) => id));
  return (id: number) => !chartIds.has(id) && !visible.has(id);
}

/** Otherwise their data would be shown to everyone with access to a dashboard with this chart. */
function withoutLayers(form: Json, isForeign: (id: number) => boolean): Json {
  const isOthers = (part: unknown) => {
    const id = partId(part);
    return id !== undefined && isForeign(id);
  };
  const { deck_slices, selected_chart } = form;
  return {
    ...form,
    ...(Array.isArray(deck_slices)
      ? { deck_slices: deck_slices.flatMap((one) => (isOthers(one) ? (withoutPartId(one) ?? []) : [one])) }
      : {}),
    ...(isOthers(selected_chart) ? { selected_chart: withoutPartId(selected_chart) } : {}),
  };
}

const REFERENCES = /annotation_layers|deck_slices|selected_chart/;

function targetIds(
  files: ReadonlyMap<string, { uuid: string }>,
  idOf: (uuid: string) => number | undefined,
): Map<number, number> {
  const pairs = [...files].map(([path, { uuid }]) => [idOfPath(path), idOf(uuid)] as const);
  return new Map(pairs.flatMap(([old, here]) => (old === undefined || here === undefined ? [] : [[old, here]])));
}

/** Missing references are removed: another object may have that id. */
function moved(layer: AnnotationLayer, ids: ReadonlyMap<number, number>): AnnotationLayer {
  if (layer.annotationType === "FORMULA") return layer;
  return { ...layer, value: ids.get(sourceIdOf(layer) ?? 0) ?? null };
}

export function withBundleNumbers(json: Json, { charts, layers, datasets, datasetUuids }: Numbers): Json {
  const withOwnLayers = withLayers(json, (layer) => moved(layer, isNative(layer) ? layers : charts));
  return withMovedParts(withOwnLayers, {
    chart: (id) => charts.get(id),
    dataset: (id) => datasets.get(datasetUuids.get(id) ?? ""),
  });
}

type Move = (layer: AnnotationLayer) => AnnotationLayer;

function withLayers(json: Json, move: Move): Json {
  if (!Array.isArray(json.annotation_layers)) return json;
  const layers = json.annotation_layers.map((value: unknown) => {
    const [layer] = annotationLayersOf([value]);
    return layer ? move(layer) : value;
  });
  return { ...json, annotation_layers: layers };
}

function movedContext(context: Json, moveForm: (form: Json) => Json): Json {
  const queries = Array.isArray(context.queries)
    ? context.queries.map((query: unknown) => (isObject(query) ? moveForm(query) : query))
    : undefined;
  const form = context.form_data as Json | null | undefined;
  return { ...context, ...(queries ? { queries } : {}), ...(form ? { form_data: moveForm(form) } : {}) };
}

export function idOfPath(path: string): number | undefined {
  const id = /_(\d+)\.ya?ml$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

interface PartMove {
  chart(id: number): number | undefined;
  dataset(id: number): number | undefined;
}

function withMovedParts(form: Json, move: PartMove): Json {
  const { deck_slices, selected_chart } = form;
  return {
    ...form,
    ...(Array.isArray(deck_slices) ? { deck_slices: deck_slices.map((part) => movedPart(part, move)) } : {}),
    ...(selected_chart ? { selected_chart: movedPart(selected_chart, move) } : {}),
  };
}

function movedPart(part: unknown, move: PartMove): unknown {
  if (typeof part === "string") {
    const value = maybeJson(part);
    return value === undefined ? part : JSON.stringify(movedPart(value, move));
  }
  const id = partId(part);
  const there = id === undefined ? undefined : move.chart(id);
  if (!isObject(part)) return there ?? part;
  const { params } = part;
  return withMovedDataset(
    {
      ...part,
      ...(there === undefined ? {} : { id: there }),
      ...(typeof params === "string" ? { params: movedForm(params, move) } : {}),
      ...(isObject(params) ? { params: withMovedDataset(params, move) } : {}),
    },
    move,
  );
}

function movedForm(text: string, move: PartMove): string {
  const form = maybeJson(text);
  return isObject(form) ? JSON.stringify(withMovedDataset(form, move)) : text;
}

function withMovedDataset(form: Json, { dataset }: PartMove): Json {
  const id = typeof form.datasource === "string" ? /^(\d+)__table$/.exec(form.datasource)?.[1] : undefined;
  const there = id === undefined ? undefined : dataset(Number(id));
  return there === undefined ? form : { ...form, datasource: `${there}__table` };
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
