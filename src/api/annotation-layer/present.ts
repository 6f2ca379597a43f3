import type { App } from "../../server/app.ts";
import { parseTimestamp } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { historiesOf } from "../../server/store/users.ts";
import { annotationsByIds, annotationsOf, layersByIds } from "./store.ts";

export async function presentLayers(app: App, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await layersByIds(app.db, ids);
  const historyOf = await historiesOf(app, rows);
  return rows.map((row) => ({ id: row.id, name: row.name, descr: row.descr, ...historyOf(row) }));
}

export async function presentAnnotations(app: App, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await annotationsByIds(app.db, ids);
  const historyOf = await historiesOf(app, rows);
  const layerIds = new Set(rows.map((row) => row.layer_id));
  const layers = new Map((await layersByIds(app.db, [...layerIds])).map(({ id, name }) => [id, { id, name }]));
  return rows.map((row) => ({
    id: row.id,
    short_descr: row.short_descr,
    long_descr: row.long_descr,
    start_dttm: wireMoment(row.start_dttm),
    end_dttm: wireMoment(row.end_dttm),
    json_metadata: row.json_metadata,
    layer: layers.get(row.layer_id),
    ...historyOf(row),
  }));
}

const wireMoment = (timestamp: string) => timestamp.replace(/\.0+$|(?<=\.\d+?)0+$/, "");

export async function annotationRecords(app: App, layerId: number): Promise<Record<string, string | number | null>[]> {
  const rows = await annotationsOf(app.db, layerId);
  return rows.map((row) => ({
    start_dttm: parseTimestamp(row.start_dttm),
    end_dttm: parseTimestamp(row.end_dttm),
    short_descr: row.short_descr,
    long_descr: row.long_descr,
    json_metadata: row.json_metadata,
  }));
}
