import { DuckDBInstance } from "@duckdb/node-api";

export const LARGE_TABLE = "flights_10m";

/**
 * Ten million flights of ten columns, next to the three million of the examples. The file must not be open elsewhere.
 */
export async function makeLargeTable(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(
    `CREATE OR REPLACE TABLE ${LARGE_TABLE} AS
     SELECT * REPLACE (date + INTERVAL (copy) HOUR AS date), copy, delay * 1.5 AS cost, distance / 60.0 AS hours,
       upper(origin) || '-' || destination AS route, delay > 15 AS late
     FROM flights, range(4) AS copies(copy) LIMIT 10000000`,
  );
  connection.closeSync();
  instance.closeSync();
}

interface Access {
  url: string;
  headers: Record<string, string>;
}

export async function registerLargeTable({ url, headers }: Access, flightsId: number): Promise<number> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number; result: { database: { id: number } } & string };
  };
  const q = encodeURIComponent(`(filters:!((col:table_name,opr:eq,value:${LARGE_TABLE})))`);
  const known = (await ask(`/api/v1/dataset/?q=${q}`)) as unknown as { result: { id: number }[] };
  if (known.result[0]) return known.result[0].id;
  const { result: token } = await ask("/api/v1/security/csrf_token/");
  const { result: flights } = await ask(`/api/v1/dataset/${flightsId}`);
  const body = JSON.stringify({ database: flights.database.id, schema: "main", table_name: LARGE_TABLE });
  const { id } = await ask("/api/v1/dataset/", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": token },
    body,
  });
  return id;
}
