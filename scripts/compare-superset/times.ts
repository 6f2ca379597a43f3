import type { Account } from "./account.ts";

/** Times of the same calls in both products: the data of every chart of a dashboard, as saved. */

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
  /** Ids of the charts that both products have. */
  charts: readonly { there: number; here: number }[];
}

const ROUNDS = 5;
/** As many as browsers open to a server. */
const AT_ONCE = 6;

type Ask = Pick<Account, "get">;

export async function timeDashboard(
  { there, here }: { there: Ask; here: Ask },
  { title, charts }: TimedDashboard,
): Promise<DashboardTimes> {
  const usable: { there: number; here: number }[] = [];
  for (const chart of charts) if (await hasData(there, chart.there)) usable.push(chart);
  const [thereTimes, hereTimes] = [emptyTimes(), emptyTimes()];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [account, times, ids] of [
      [there, thereTimes, usable.map((chart) => chart.there)],
      [here, hereTimes, usable.map((chart) => chart.here)],
    ] as const) {
      times.cold.push(await timeAll(account, ids, true));
      times.warm.push(await timeAll(account, ids, false));
    }
  }
  return { title, charts: usable.length, there: mediansOf(thereTimes), here: mediansOf(hereTimes) };
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

const dataOf = (id: number, force: boolean) => `/api/v1/chart/${id}/data/${force ? "?force=true" : ""}`;

/** Older charts have no stored query. */
async function hasData(account: Ask, id: number): Promise<boolean> {
  return account.get(dataOf(id, false)).then(
    () => true,
    () => false,
  );
}

async function timeAll(account: Ask, ids: readonly number[], force: boolean): Promise<number> {
  const started = performance.now();
  const left = [...ids];
  const askNext = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await account.get(dataOf(id, force));
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
