import type { Account } from "./account.ts";

/** Times of the same calls in both products: the queries that Superset's page sends for the charts of a dashboard. */

export interface DashboardTimes {
  title: string;
  charts: number;
  /** Medians in milliseconds until the last chart. `cold`: past the cache. */
  there: Times;
  here: Times;
}

interface Times {
  coldMs: number;
  warmMs: number;
}

export interface TimedDashboard {
  title: string;
  /** What is posted for each chart that both products have. */
  charts: readonly { there: object; here: object }[];
}

const ROUNDS = 5;
/** As many as browsers open to a server. */
const AT_ONCE = 6;

type Ask = Pick<Account, "post">;

export async function timeDashboard(
  { there, here }: { there: Ask; here: Ask },
  { title, charts }: TimedDashboard,
): Promise<DashboardTimes> {
  const [thereTimes, hereTimes] = [emptyTimes(), emptyTimes()];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [account, times, bodies] of [
      [there, thereTimes, charts.map((chart) => chart.there)],
      [here, hereTimes, charts.map((chart) => chart.here)],
    ] as const) {
      times.cold.push(await timeAll(account, bodies, true));
      times.warm.push(await timeAll(account, bodies, false));
    }
  }
  return { title, charts: charts.length, there: mediansOf(thereTimes), here: mediansOf(hereTimes) };
}

export function printTimes({ title, charts, there, here }: DashboardTimes): void {
  const figure = (ms: number) => `${ms.toFixed(0)} ms`.padStart(9);
  const line = (name: "cold" | "warm", theirs: number, own: number) =>
    `  ${name}  Superset ${figure(theirs)}  Tessera ${figure(own)}  ratio ${(own / theirs).toFixed(2)}`;
  console.log(`${title}: the data of ${charts} charts`);
  if (charts === 0) return;
  console.log(line("cold", there.coldMs, here.coldMs));
  console.log(line("warm", there.warmMs, here.warmMs));
}

async function timeAll(account: Ask, bodies: readonly object[], force: boolean): Promise<number> {
  const started = performance.now();
  const left = [...bodies];
  const askNext = async (): Promise<void> => {
    for (let body = left.shift(); body; body = left.shift())
      await account.post("/api/v1/chart/data", { ...body, force, result_format: "json", result_type: "full" });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return performance.now() - started;
}

interface Measured {
  cold: number[];
  warm: number[];
}

const emptyTimes = (): Measured => ({ cold: [], warm: [] });
const mediansOf = ({ cold, warm }: Measured): Times => ({ coldMs: median(cold), warmMs: median(warm) });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
