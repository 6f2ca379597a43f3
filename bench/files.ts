import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { BenchTarget } from "./chart-data.ts";

export interface FileMeasurement {
  format: "csv" | "xlsx";
  /** Medians of interleaved runs (ms): the engine's COPY to CSV, and the download. */
  copyMs: number;
  requestMs: number;
  ratio: number;
  megabytes: number;
  growthMb: number;
}

export interface RowsMeasurement {
  /** Medians (ms): the statement in DuckDB with its values read, and the full HTTP request. */
  fetchMs: number;
  requestMs: number;
  ratio: number;
}

const ROWS = 1_000_000;
const ROUNDS = 9;
const ROWS_ROUNDS = 15;
const WARM_ROUNDS = 5;
const FLIGHTS = ["date", "delay", "distance", "origin", "destination"];

const raw = (query: object) => ({ metrics: null, ...query });
const sql = (label: string, sqlExpression: string) => ({ label, sqlExpression, expressionType: "SQL" });

export async function measureFiles(target: BenchTarget, serverPid: number): Promise<FileMeasurement[]> {
  const connection = await connectionTo(target);
  const copy = `COPY (SELECT ${FLIGHTS.join(", ")} FROM flights LIMIT ${ROWS}) TO '${join(tmpdir(), "tessera-bench.csv")}'`;
  const measurements: FileMeasurement[] = [];
  for (const format of ["csv", "xlsx"] as const) {
    const body = { queries: [raw({ columns: FLIGHTS, row_limit: ROWS })], result_format: format };
    const copies: number[] = [];
    const requests: number[] = [];
    const memory = watchMemory(serverPid);
    let bytes = 0;
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      copies.push(await timed(() => connection.run(copy)));
      requests.push(
        await timed(async () => {
          bytes = await post(target, body);
        }),
      );
    }
    const [copyMs, requestMs] = [median(copies.slice(WARM_ROUNDS)), median(requests.slice(WARM_ROUNDS))];
    const growthMb = memory.stop();
    measurements.push({ format, copyMs, requestMs, ratio: requestMs / copyMs, megabytes: bytes / 1e6, growthMb });
  }
  connection.closeSync();
  return measurements;
}

/** Lower bound for a workbook: compressing its sheet on one thread. */
export async function measureDeflate(target: BenchTarget): Promise<{ sheetMb: number; deflateMs: number }> {
  const query = raw({ columns: FLIGHTS, row_limit: ROWS });
  const answer = await fetch(`${target.url}/api/v1/chart/data`, {
    method: "POST",
    headers: { ...target.headers, "content-type": "application/json" },
    body: JSON.stringify({
      datasource: { id: target.flightsId, type: "table" },
      queries: [query],
      result_format: "xlsx",
    }),
  });
  const archive = Buffer.from(await answer.arrayBuffer());
  const content = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  const sheet = inflateRawSync(archive.subarray(content));
  const deflateMs = await timed(async () => deflateRawSync(sheet, { level: 2 }));
  return { sheetMb: sheet.length / 1e6, deflateMs };
}

export async function measureRows(target: BenchTarget): Promise<RowsMeasurement> {
  const connection = await connectionTo(target);
  const metrics = [
    sql("hours", "delay / 60.0"),
    sql("route", "origin || ' to ' || destination"),
    sql("day", "CAST(date AS DATE)"),
    sql("late", "delay > 15"),
    sql("km", "distance * 1.609344"),
  ];
  const columns = [...FLIGHTS, ...metrics];
  const select = columns.map((column) => (typeof column === "string" ? column : column.sqlExpression)).join(", ");
  const fetches: number[] = [];
  const requests: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ROWS_ROUNDS; round++) {
    const body = { queries: [raw({ columns, row_limit: 100_000 })], force: true, custom_cache_timeout: -1 };
    fetches.push(
      await timed(async () => {
        await (await connection.run(`SELECT ${select} FROM flights LIMIT 100000`)).getColumns();
      }),
    );
    requests.push(await timed(() => post(target, body)));
  }
  connection.closeSync();
  const [fetchMs, requestMs] = [median(fetches.slice(WARM_ROUNDS)), median(requests.slice(WARM_ROUNDS))];
  return { fetchMs, requestMs, ratio: requestMs / fetchMs };
}

async function connectionTo({ file }: BenchTarget): Promise<DuckDBConnection> {
  const settings = { access_mode: "READ_ONLY", threads: String(availableParallelism()) };
  return (await DuckDBInstance.create(file, settings)).connect();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const CLIENT_MEMORY = Buffer.alloc(1 << 18);

/**
 * Reads the response into one reused buffer: allocating one per chunk would cost a tenth of a second of garbage
 * collection while the server is working.
 */
function post(target: BenchTarget, context: object): Promise<number> {
  const { hostname, port, host } = new URL(target.url);
  const text = JSON.stringify({ datasource: { id: target.flightsId, type: "table" }, ...context });
  const headers = {
    ...target.headers,
    host,
    connection: "close",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let isGood = false;
    const callback = (length: number, memory: Uint8Array) => {
      if (bytes === 0) isGood = Buffer.from(memory.buffer, 0, length).toString("latin1").startsWith("HTTP/1.1 200 ");
      bytes += length;
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: CLIENT_MEMORY, callback } });
    socket.on("error", reject);
    socket.on("close", () => (isGood ? resolve(bytes) : reject(new Error("The request for rows failed."))));
    socket.write(`POST /api/v1/chart/data HTTP/1.1\r\n${head.join("")}\r\n${text}`);
  });
}

function watchMemory(pid: number): { stop(): number } {
  const residentMb = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  const before = residentMb();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb());
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return peak - before;
    },
  };
}
