import { t } from "../../../i18n/translate.ts";
import {
  type ChartDataResult,
  type DataValue,
  GENERIC_TYPE,
  LIMITS,
  type QueryContext,
} from "../../../model/query-context.ts";
import type { ChartState } from "../chart-state.ts";

export interface CellState {
  labels: readonly (readonly [title: string, label: string])[];
  state: ChartState;
}

interface Whole {
  context: QueryContext | undefined;
  all: number;
  askAll(): void;
}

export function gridState(cells: readonly CellState[], { context, all, askAll }: Whole): ChartState {
  const states = cells.map(({ state }) => state);
  const isLoading = states.some(({ status }) => status === "loading" || status === "waiting");
  const failed = states.find(({ status }) => status === "failed");
  const isAnswered = states.some(({ results }) => results !== undefined);
  const times = (key: "startedAt" | "finishedAt") => states.flatMap((state) => state[key] ?? []);
  const [started, finished] = [times("startedAt"), times("finishedAt")];
  const own: ChartState = {
    status: isLoading || cells.length === 0 ? "loading" : statusOf(states, isAnswered),
    context,
    ...(started.length > 0 ? { startedAt: Math.min(...started) } : {}),
    ...(finished.length > 0 && !isLoading ? { finishedAt: Math.max(...finished) } : {}),
    ...(isLoading ? { stop: () => stopAll(states) } : {}),
    ...(failed && !isAnswered && !isLoading ? { error: failed.error } : {}),
  };
  if (!isAnswered || !context) return { ...own, cells: { answered: 0, all, askAll } };
  const at = Math.max(...states.flatMap(({ answered }) => answered?.at ?? []));
  const answered = states.filter(({ results }) => results !== undefined).length;
  return { ...own, results: wholeResults(cells), answered: { context, at }, cells: { answered, all, askAll } };
}

function statusOf(states: readonly ChartState[], isAnswered: boolean): ChartState["status"] {
  if (isAnswered) return "ready";
  return states.every(({ status }) => status === "stopped") ? "stopped" : "failed";
}

function stopAll(states: readonly ChartState[]): void {
  for (const { stop } of states) stop?.();
}

function wholeResults(cells: readonly CellState[]): ChartDataResult[] {
  const answered = cells.filter(({ state }) => state.results !== undefined);
  const most = Math.max(...answered.map(({ state }) => state.results?.length ?? 0));
  return Array.from({ length: most }, (_, at) =>
    joined(
      answered.flatMap(({ labels, state }) => {
        const result = state.results?.[at];
        return result ? [{ labels, result }] : [];
      }),
    ),
  );
}

interface CellResult {
  labels: CellState["labels"];
  result: ChartDataResult;
}

function joined(cells: readonly CellResult[]): ChartDataResult {
  const own = new Set(cells.flatMap(({ result }) => result.colnames ?? []));
  const types = columnsOf(cells, own);
  const data: Record<string, DataValue>[] = [];
  for (const { labels, result } of cells) {
    const named = Object.fromEntries(labels.map(([title, label]) => [titleBeside(title, own), label]));
    for (const row of Array.isArray(result.data) ? result.data : []) {
      if (data.length < LIMITS.rowLimit) data.push({ ...named, ...(row as Record<string, DataValue>) });
    }
  }
  const cached = cells.flatMap(({ result }) => result.cached_dttm ?? []).sort();
  const { query: _, ...first } = cells[0]?.result ?? {};
  const rowcount = cells.reduce((sum, { result }) => sum + (result.rowcount ?? 0), 0);
  return {
    ...first,
    data,
    colnames: [...types.keys()],
    coltypes: [...types.values()],
    rowcount,
    sql_rowcount: rowcount,
    cached_dttm: cached[0] ?? null,
  };
}

function columnsOf(cells: readonly CellResult[], own: ReadonlySet<string>): Map<string, number> {
  const titles = (cells[0]?.labels ?? []).map(([title]) => [titleBeside(title, own), GENERIC_TYPE.STRING] as const);
  const types = new Map<string, number>(titles);
  for (const { result } of cells) {
    for (const [at, name] of (result.colnames ?? []).entries()) {
      if (!types.has(name)) types.set(name, result.coltypes?.[at] ?? GENERIC_TYPE.STRING);
    }
  }
  return types;
}

/** Avoids a conflict with the chart's own columns. */
const titleBeside = (title: string, own: ReadonlySet<string>) =>
  own.has(title) ? t("{title} (grid)", { title }) : title;
