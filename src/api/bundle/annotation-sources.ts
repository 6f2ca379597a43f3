import type { Kysely } from "kysely";
import { type AnnotationLayer, annotationLayersOf, isNative, sourceIdOf } from "../../model/annotation-layer.ts";
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
import { type ChartRecord, canSeeChart, chartsByIds, findChart, updateChart } from "../chart/index.ts";
import type { AnnotationLayerFile, Bundle } from "./files.ts";
import type { Import } from "./import-run.ts";
import { isObject, type Json, objectOf } from "./json-values.ts";
import type { Numbers } from "./object-files.ts";

/**
 * What annotation layers refer to by id, on the way from one server to another: the charts whose data they show, and the
 * layers of annotations kept on the server. Bundles carry both; ids are those of the files' names (`..._12.yaml`).
 */

type Db = Kysely<Tables>;

/** The charts and every chart that a layer of theirs shows, and so on, as far as the user may see it. */
export async function withSourceCharts({ app, user }: Actor, charts: readonly ChartRecord[]): Promise<ChartRecord[]> {
  const all = new Map(charts.map((chart) => [chart.id, chart]));
  for (let next = charts; next.length > 0; ) {
    const wanted = next.flatMap((chart) => sourceIds(chart, false)).filter((id) => !all.has(id));
    const found = await chartsByIds(app.db, [...new Set(wanted)]);
    const isSeen = await Promise.all(found.map((chart) => canSeeChart(app, user, chart)));
    next = found.filter((_, i) => isSeen[i]);
    for (const chart of next) all.set(chart.id, chart);
  }
  return [...all.values()];
}

/** The layers kept on the server that the charts show, with their annotations, as files; for whom they are readable. */
export async function annotationLayerFiles({ app, user }: Actor, charts: readonly ChartRecord[]) {
  if (!user.can("can_read", "Annotation")) return [];
  const ids = [...new Set(charts.flatMap((chart) => sourceIds(chart, true)))];
  const layers = await layersByIds(app.db, ids);
  return Promise.all(layers.map(async (layer) => ({ layer, file: await fileOf(app.db, layer) })));
}

async function fileOf(db: Db, layer: LayerRecord): Promise<Json> {
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

function sourceIds(chart: ChartRecord, native: boolean): number[] {
  return annotationLayersOf(objectOf(chart.params).annotation_layers).flatMap((layer) =>
    layer.annotationType !== "FORMULA" && isNative(layer) === native ? (sourceIdOf(layer) ?? []) : [],
  );
}

/** Ids here by the bundle's. A layer of the same name here is taken as it is; others are made if the user may. */
export async function importAnnotationLayers(
  run: Import,
  files: Bundle["annotationLayers"],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const [path, file] of files) {
    const old = idOfPath(path);
    const id = (await findLayerByName(run.db, file.name))?.id ?? (await createLayer(run, file));
    if (old !== undefined && id !== undefined) ids.set(old, id);
  }
  return ids;
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

/** Points the layers of the charts that were written at what they showed, now that everything is here. */
export async function moveLayers(run: Import, bundle: Bundle, layerIds: ReadonlyMap<number, number>): Promise<void> {
  const chartIds = new Map<number, number>();
  for (const [path, file] of bundle.charts) {
    const [old, here] = [idOfPath(path), run.charts.get(file.uuid)?.id];
    if (old !== undefined && here !== undefined) chartIds.set(old, here);
  }
  for (const [, file] of bundle.charts) {
    const known = run.charts.get(file.uuid);
    const chart = known?.isWritten ? await findChart(run.db, known.id) : undefined;
    if (!chart || !`${chart.params}${chart.query_context}`.includes("annotation_layers")) continue;
    const move = (layer: AnnotationLayer) => moved(layer, isNative(layer) ? layerIds : chartIds);
    const params = JSON.stringify(withLayers(objectOf(chart.params), move));
    const query_context = chart.query_context && JSON.stringify(contextWithLayers(objectOf(chart.query_context), move));
    await updateChart(run.db, chart.id, { params, query_context });
  }
}

/** What a layer showed but did not come along is no longer named: another object may have that id here. */
function moved(layer: AnnotationLayer, ids: ReadonlyMap<number, number>): AnnotationLayer {
  if (layer.annotationType === "FORMULA") return layer;
  return { ...layer, value: ids.get(sourceIdOf(layer) ?? 0) ?? null };
}

/** The layers of a form or query, each showing what the bundle calls by that number; nothing when it is not in it. */
export function withMovedLayers(json: Json, { charts, layers }: Pick<Numbers, "charts" | "layers">): Json {
  return withLayers(json, (layer) => moved(layer, isNative(layer) ? layers : charts));
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

function contextWithLayers(context: Json, move: Move): Json {
  const queries = Array.isArray(context.queries)
    ? context.queries.map((query: unknown) => (isObject(query) ? withLayers(query, move) : query))
    : undefined;
  const form = context.form_data as Json | null | undefined;
  return { ...context, ...(queries ? { queries } : {}), ...(form ? { form_data: withLayers(form, move) } : {}) };
}

function idOfPath(path: string): number | undefined {
  const id = /_(\d+)\.ya?ml$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}
