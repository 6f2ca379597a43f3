import geohash from "ngeohash";
import { columnLabel, type QueryColumn, type QueryFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Spatial } from "../../model/map-values.ts";
import type { DataRow } from "../../model/query-context.ts";

export const spatialControl = Spatial.nullish().catch(null);

/** Longitude, latitude, in degrees. */
export type Position = readonly [number, number];

export function locationFilters(columns: readonly QueryColumn[]): QueryFilter[] {
  return columns.map((col) => ({ col, op: "IS NOT NULL" }));
}

export function positionIn(row: DataRow, spatial: Spatial): Position | null {
  const value = (column: QueryColumn) => row[columnLabel(column)];
  switch (spatial.type) {
    case "latlong":
      return toPosition(value(spatial.lonCol), value(spatial.latCol));
    case "delimited": {
      const [first, second] = String(value(spatial.lonlatCol) ?? "").split(spatial.delimiter || ",");
      return spatial.reverseCheckbox ? toPosition(second, first) : toPosition(first, second);
    }
    case "geohash": {
      const text = String(value(spatial.geohashCol) ?? "")
        .trim()
        .toLowerCase();
      if (!/^[0-9b-hjkmnp-z]+$/.test(text)) return null;
      const { latitude, longitude } = geohash.decode(text);
      return spatial.reverseCheckbox ? toPosition(latitude, longitude) : toPosition(longitude, latitude);
    }
  }
}

/** Longitudes beyond 180° wrap around and are kept; latitudes beyond the poles are invalid. */
export function toPosition(longitude: unknown, latitude: unknown): Position | null {
  if (isBlank(longitude) || isBlank(latitude)) return null;
  const [lon, lat] = [Number(longitude), Number(latitude)];
  return Math.abs(lon) <= 540 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

const LONGITUDE = /^(lon|lng|long|longitude|x_?coord)$|(^|_)(lon|lng|longitude)$/i;
const LATITUDE = /^(lat|latitude|y_?coord)$|(^|_)(lat|latitude)$/i;

export function spatialOf(dataset: Dataset | undefined): Spatial | undefined {
  const names = (dataset?.columns ?? []).map((column) => column.column_name);
  const lonCol = names.find((name) => LONGITUDE.test(name));
  const latCol = names.find((name) => LATITUDE.test(name));
  return lonCol !== undefined && latCol !== undefined ? { type: "latlong", lonCol, latCol } : undefined;
}
