import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { insertDatabase } from "../api/database/index.ts";
import { insertDataset, saveColumns, saveMetrics } from "../api/dataset/index.ts";
import type { App } from "../server/app.ts";
import { engineOf } from "../server/engine/app-engine.ts";
import { stampOf } from "../server/store/stamp.ts";
import { reusedFolder } from "./run-folder.ts";

/** Real tables in a DuckDB file in the server's home, registered as a database with datasets. */
export interface SampleData {
  databaseId: number;
  /** cars.json: 406 rows; `Year` is a DATE, `Miles_per_Gallon` has nulls. */
  carsId: number;
  /** The first 20,000 flights of 2001; `date` is a TIMESTAMP. */
  flightsId: number;
}

export interface Car {
  Name: string;
  Miles_per_Gallon: number | null;
  Cylinders: number;
  Horsepower: number | null;
  Weight_in_lbs: number;
  Year: string;
  Origin: string;
}

export interface Flight {
  date: string;
  delay: number;
  distance: number;
  origin: string;
  destination: string;
}

const FOLDER = join(import.meta.dirname, "..", "..", "node_modules", "vega-datasets", "data");

export const sampleFile = (name: string) => join(FOLDER, name);
const read = <T>(name: string): T[] => JSON.parse(readFileSync(sampleFile(name), "utf8")) as T[];
export const readCars = () => read<Car>("cars.json");
export const readFlights = () => read<Flight>("flights-20k.json");

export const SAMPLE_TABLES = [
  `CREATE TABLE cars AS SELECT * REPLACE (CAST(Year AS DATE) AS Year) FROM read_json('${sampleFile("cars.json")}')`,
  `CREATE TABLE flights AS SELECT * REPLACE (CAST(strptime(CAST(date AS VARCHAR), '%Y/%m/%d %H:%M') AS TIMESTAMP) AS date)
   FROM read_json('${sampleFile("flights-20k.json")}', columns = {date: 'VARCHAR', delay: 'INTEGER', distance: 'INTEGER', origin: 'VARCHAR', destination: 'VARCHAR'})`,
];

let sampleFolder: Promise<string> | undefined;

async function makeSamples(app: App): Promise<string> {
  const file = join(reusedFolder("samples"), "samples.duckdb");
  await engineOf(app).load({ file, statements: SAMPLE_TABLES });
  return file;
}

export async function loadSampleData(app: App): Promise<SampleData> {
  const file = join(app.config.home, "samples.duckdb");
  sampleFolder ??= makeSamples(app);
  copyFileSync(await sampleFolder, file);
  const databaseId = await insertDatabase(
    app,
    { database_name: "samples", sqlalchemy_uri: `duckdb:///${file}` } as Parameters<typeof insertDatabase>[1],
    stampOf(app, null),
  );
  app.events.changed("database", databaseId);
  return {
    databaseId,
    carsId: await registerTable(app, databaseId, { name: "cars", time: "Year" }),
    flightsId: await registerTable(app, databaseId, { name: "flights", time: "date" }),
  };
}

export async function registerTable(
  app: App,
  databaseId: number,
  { name, time, sql }: { name: string; time: string | null; sql?: string },
): Promise<number> {
  const { connectionOf } = await import("../api/database/index.ts");
  const { connection } = await connectionOf(app, databaseId);
  const source = sql ? await connection.describe(sql) : await connection.columns(name);
  const stamp = stampOf(app, null);
  const values = { database_id: databaseId, table_name: name, main_dttm_col: time, sql: sql ?? null };
  const id = await insertDataset(app.db, values as Parameters<typeof insertDataset>[1], stamp);
  const columns = source.map((column) => ({
    column_name: column.name,
    type: column.type,
    is_dttm: column.name === time,
    filterable: true,
    groupby: true,
  }));
  await saveColumns(app.db, { datasetId: id, stamp }, columns);
  await saveMetrics(app.db, { datasetId: id, stamp }, [
    { metric_name: "count", expression: "COUNT(*)", verbose_name: "Number of rows" },
  ]);
  app.events.changed("dataset", id);
  return id;
}
