import { readdirSync, readFileSync } from "node:fs";
import { type RunningServer, startServer } from "../src/testing/stage.ts";

export interface StartOptions {
  home: string;
  port: number;
  session(url: string): Promise<{ headers: Record<string, string>; flightsId: number }>;
}

/** Milliseconds from process start to the first chart result (a count of flights). */
export async function measureStart({ home, port, session }: StartOptions): Promise<{ firstChartMs: number }> {
  const startMs = performance.now();
  const server = await startServer({ home, port });
  const { headers, flightsId } = await session(server.url);
  const answer = await fetch(`${server.url}/api/v1/chart/data`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      datasource: { id: flightsId, type: "table" },
      queries: [{ columns: [], metrics: ["count"] }],
    }),
  });
  const body = (await answer.json()) as { result: { data: Record<string, number>[] }[] };
  const firstChartMs = performance.now() - startMs;
  if (body.result[0]?.data[0]?.count !== 3_000_000)
    throw new Error(`a wrong count: ${JSON.stringify(body).slice(0, 200)}`);
  await server.stop();
  return { firstChartMs };
}

/** Proportional memory of the server and its children, five seconds after a chart request. */
export async function measureIdleMemory(server: RunningServer): Promise<{ totalMb: number; parts: string[] }> {
  await fetch(`${server.url}/health`);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const pids = familyOf(server.process.pid ?? 0);
  const sizes = pids.map(memoryMb);
  return { totalMb: sizes.reduce((sum, size) => sum + size, 0), parts: sizes.map((size) => `${size.toFixed(0)} MB`) };
}

function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  return family;
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Proportional set size: shared memory is counted once. */
export function memoryMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

export function processorMs(serverPid = 0): { server: number; engine: number; browser: number } {
  const [server = 0, ...engine] = familyOf(serverPid).map(timeOf);
  const browsers = familyOf(process.pid).filter((pid) => /chrom/.test(commandOf(pid)));
  return { server, engine: sum(engine), browser: sum(browsers.map(timeOf)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The kernel counts in hundredths of a second. */
function timeOf(pid: number): number {
  const fields = (readOf(pid, "stat").split(") ")[1] ?? "").split(" ");
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}

const commandOf = (pid: number) => readOf(pid, "cmdline");

function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
