import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TesseraError } from "../../model/errors.ts";
import { type ConformanceCase, type ConformanceSetting, equal, rejection, truthy, wireError } from "./setting.ts";

export const limits: readonly ConformanceCase[] = [
  { name: "cancels by signal, in the engine too, within 200 ms", run: (s) => onceOf(3, () => cancels(s)) },
  { name: "stops at the time limit, in the engine too", run: (s) => onceOf(3, () => stopsAtLimit(s)) },
  { name: "stops a stream that isn't read to its end", run: (s) => onceOf(3, () => stopsStreams(s)) },
  { name: "an aborted signal runs nothing", run: runsNothing },
  { name: "streams with limited memory", run: streamsBounded },
  { name: "lets a stream take as long as its reader", run: waitsForReaders },
  { name: "many concurrent statements all complete", run: runsMany },
  {
    name: "fails immediately when its session is lost, and recovers",
    run: (s) => onceOf(3, () => losesSessions(s)),
  },
  { name: "times out on a silent server", run: isUncontended },
  { name: "writes nothing, even when nothing reads the SQL first", run: writesNothing },
  { name: "fails with a typed error when it can't connect", run: failsToConnect },
];

const CANCEL_MS = 200;
const START_MS = 150;

async function onceOf(times: number, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (times === 1) throw error;
    await sleep(500);
    await onceOf(times - 1, check);
  }
}

async function cancels(setting: ConformanceSetting): Promise<void> {
  const { connection, endless } = setting;
  equal((await connection.run("SELECT 1 AS one")).rows, 1);
  const statement = marked(endless);
  const controller = new AbortController();
  const stopped = rejection(connection.run(statement, { signal: controller.signal }));
  await untilRunning(setting, statement);
  const aborted = performance.now();
  controller.abort();
  truthy((await stopped) !== undefined, "a cancelled statement rejects");
  await untilStopped(setting, statement, aborted + CANCEL_MS);
  equal((await connection.run("SELECT 1 AS one")).rows, 1);
}

async function stopsAtLimit(setting: ConformanceSetting): Promise<void> {
  const { connection, endless } = setting;
  const statement = marked(endless);
  const error = await wireError(connection.run(statement, { timeoutMs: 100 }));
  equal(error.error_type, "BACKEND_TIMEOUT_ERROR");
  await untilStopped(setting, statement, performance.now() + CANCEL_MS);
}

async function stopsStreams(setting: ConformanceSetting): Promise<void> {
  const { connection, series } = setting;
  const statement = marked(`SELECT s.n FROM ${series(5_000_000)} s`);
  for await (const batch of connection.stream(statement)) {
    truthy(batch.rows > 0, "a batch has rows");
    break;
  }
  await untilStopped(setting, statement, performance.now() + CANCEL_MS);
  equal((await connection.run("SELECT 1 AS one")).rows, 1);
}

async function runsNothing(setting: ConformanceSetting): Promise<void> {
  const statement = marked(setting.endless);
  truthy(
    (await rejection(setting.connection.run(statement, { signal: AbortSignal.abort() }))) !== undefined,
    "rejects",
  );
  equal((await setting.running?.(statement)) ?? 0, 0);
}

const STREAMED_ROWS = process.env.TESSERA_TEST_FULL === "1" ? 200_000 : 100_000;
const WEIGHED_EVERY = 50_000;
const HELD_BYTES = 80_000_000;

async function streamsBounded({ connection, series, wideText }: ConformanceSetting): Promise<void> {
  const before = await heldBytes();
  let most = 0;
  let rows = 0;
  let weighed = 0;
  for await (const batch of connection.stream(`SELECT ${wideText} AS wide FROM ${series(STREAMED_ROWS)} s`)) {
    rows += batch.rows;
    if (rows < weighed) continue;
    if (weighed === 0) await sleep(300);
    weighed = rows + WEIGHED_EVERY;
    most = Math.max(most, (await heldBytes()) - before);
  }
  equal(rows, STREAMED_ROWS);
  truthy(most < HELD_BYTES, `the process held ${Math.round(most / 1e6)} MB at once`);
}

async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  await sleep(20);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const BEYOND_MS = process.env.TESSERA_TEST_FULL === "1" ? 6000 : 1000;

async function waitsForReaders({ connection, series, wideText, running }: ConformanceSetting): Promise<void> {
  if (!running) return;
  const sql = `SELECT ${wideText} AS wide FROM ${series(60_000)} s`;
  const began = performance.now();
  for await (const _ of connection.stream(sql)) break;
  // The limit applies to the first rows, which are late on a busy machine.
  const timeoutMs = Math.round(Math.max(1000, 5 * (performance.now() - began)));
  let rows = 0;
  for await (const batch of connection.stream(sql, { timeoutMs })) {
    if (rows === 0) await sleep(timeoutMs + BEYOND_MS);
    rows += batch.rows;
  }
  equal(rows, 60_000);
}

async function runsMany({ connection }: ConformanceSetting): Promise<void> {
  const results = await Promise.all(Array.from({ length: 30 }, (_, i) => connection.run(`SELECT ${i} AS i`)));
  equal(
    results.map((result) => Number(result.columns[0]?.values[0])),
    results.map((_, i) => i),
  );
}

const LOST_MS = 20_000;

async function losesSessions(setting: ConformanceSetting): Promise<void> {
  const { connection, endless, series, wideText, sever } = setting;
  if (!sever) return;
  const statement = marked(endless);
  const failed = wireError(soon(connection.run(statement)));
  await untilRunning(setting, statement);
  await sever();
  truthy((await failed).error_type !== "BACKEND_TIMEOUT_ERROR", "it doesn't report a timeout");
  equal((await connection.run("SELECT 1 AS one")).rows, 1);
  let rows = 0;
  const read = async () => {
    for await (const batch of connection.stream(`SELECT ${wideText} AS wide FROM ${series(STREAMED_ROWS)} s`)) {
      if (rows === 0) await sever();
      rows += batch.rows;
    }
  };
  truthy(
    (await rejection(soon(read()))) instanceof TesseraError,
    "a stream that is cut off does not end as if it were whole",
  );
  truthy(rows < STREAMED_ROWS, "it was cut off");
  await connection.run("SELECT 1 AS one");
  await sever();
  await sleep(START_MS);
  equal((await connection.run("SELECT 1 AS one")).rows, 1);
}

async function isUncontended({ connector, config }: ConformanceSetting): Promise<void> {
  if (connector.place !== "server") return;
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  const { port } = silent.address() as AddressInfo;
  const uri = config.uri.replace(/:\d+(?=[/?]|$)/, `:${port}`);
  const connection = await connector.connect({ ...config, uri, timeoutMs: 300 });
  try {
    equal((await wireError(soon(connection.run("SELECT 1 AS one")))).error_type, "BACKEND_TIMEOUT_ERROR");
    truthy(sockets.size > 0, "it was contacted");
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await connection.close();
  }
}

async function soon<T>(promise: Promise<T>): Promise<T> {
  const late = sleep(LOST_MS, undefined, { ref: false }).then(() => {
    throw new Error("nothing happened");
  });
  return Promise.race([promise, late]);
}

async function writesNothing({ connection, table, schema, writes, unlocks = [] }: ConformanceSetting): Promise<void> {
  const tables = await connection.tables(schema);
  for (const write of writes) {
    truthy((await rejection(connection.run(write))) !== undefined, `the engine refuses ${write}`);
    for (const unlock of unlocks) {
      await rejection(connection.run(unlock));
      truthy((await rejection(connection.run(write))) !== undefined, `the engine refuses ${write} after ${unlock}`);
    }
  }
  equal((await connection.run(`SELECT id FROM ${table}`)).rows, 3);
  equal(await connection.tables(schema), tables);
}

async function failsToConnect({ connector, config, unreachable = [] }: ConformanceSetting): Promise<void> {
  for (const { uri, error } of unreachable) {
    const started = performance.now();
    const failure = await wireError(runOnce());
    equal([uri, failure.error_type], [uri, error]);
    const { password } = new URL(uri.replace(/^\w+/, "http"));
    truthy(password === "" || !failure.message.includes(password), "the password is not shown");
    truthy(performance.now() - started < 15_000, "promptly");

    async function runOnce(): Promise<void> {
      const connection = await connector.connect({ ...config, uri });
      await connection.run("SELECT 1 AS one").finally(() => connection.close());
    }
  }
}

let marks = 0;

function marked(statement: string): string {
  return `${statement} /* conformance ${process.pid} ${++marks} */`;
}

async function untilRunning({ running }: ConformanceSetting, statement: string): Promise<void> {
  const started = performance.now();
  await sleep(START_MS);
  while (running && (await running(statement)) === 0) {
    truthy(performance.now() - started < 5000, "the process list shows the statement");
    await sleep(20);
  }
}

async function untilStopped({ running }: ConformanceSetting, statement: string, deadline: number): Promise<void> {
  while (running && (await running(statement)) > 0) {
    truthy(performance.now() < deadline, "the engine stopped in time");
    await sleep(10);
  }
}
