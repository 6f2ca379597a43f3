import type { ChartDataResult } from "../../../model/query-context.ts";
import {
  type Interval,
  type Phase,
  type ServerTiming,
  splitTime,
  type TileProfile,
} from "../../../model/tile-profile.ts";
import type { AnswerTimes, ChartLoad } from "../../../web/chart-view/profiler.ts";

/** Of overlapping parts of one chart, such as layers of a map, the first counts. */
const ORDER: readonly Phase[] = ["draw", "engine", "queue", "encode", "plan", "decode", "wire", "wait"];
const SERVER: readonly Phase[] = ["plan", "queue", "engine", "encode"];

export type DoneLoad = ChartLoad & { readyMs: number; drawnMs: number };

export const isDone = (load: ChartLoad): load is DoneLoad => load.drawnMs !== undefined && load.readyMs !== undefined;

interface TileFacts {
  others: readonly ChartLoad[];
  results: readonly ChartDataResult[];
  isCut: boolean;
  awaitsFilter: boolean;
}

export function tileProfile(load: DoneLoad, facts: TileFacts): Omit<TileProfile, "explained"> {
  const { others, results, isCut, awaitsFilter } = facts;
  const window = { fromMs: load.beganMs, toMs: load.drawnMs };
  const intervals = intervalsOf(load);
  const phases = splitTime(window, intervals, ORDER);
  const { rows, cells } = sizeOf(results);
  const [query] = load.context.queries;
  return {
    chartId: load.chartId,
    wallMs: window.toMs - window.fromMs,
    phases,
    server: serverOf(load.answers),
    busyMs: busyWhile(intervals, others.filter((other) => other !== load).flatMap(busyIn)),
    codeMs: load.waitsForCode ? Math.max(0, (load.renderedMs ?? load.readyMs) - load.readyMs) : 0,
    rows,
    cells,
    bytes: load.answers.reduce((sum, { characters }) => sum + characters, 0),
    isCut,
    isGrouped: (query?.metrics?.length ?? 0) > 0 && (query?.columns?.length ?? query?.groupby?.length ?? 0) > 0,
    isFirst: load.beganMs === 0,
    awaitsFilter,
    hasFailed: load.hasFailed ?? false,
  };
}

function intervalsOf({ beganMs, readyMs, drawnMs, answers, hasFailed }: DoneLoad): Interval[] {
  const lastMs = Math.max(...answers.map(({ receivedMs }) => receivedMs));
  return [
    { phase: "wait", fromMs: beganMs, toMs: drawnMs },
    ...answers.flatMap(answerIntervals),
    ...(answers.length > 0 ? [{ phase: "decode" as const, fromMs: lastMs, toMs: readyMs }] : []),
    ...(hasFailed ? [] : [{ phase: "draw" as const, fromMs: readyMs, toMs: drawnMs }]),
  ];
}

/** The server's times have no clock in common with the browser's: they follow the request, and what is left is transfer. */
function answerIntervals({ sentMs, receivedMs, decodedMs = receivedMs, server }: AnswerTimes): Interval[] {
  const intervals: Interval[] = [];
  let atMs = sentMs;
  if (!server) intervals.push({ phase: "engine", fromMs: sentMs, toMs: receivedMs });
  for (const phase of server ? SERVER : []) {
    const toMs = Math.min(receivedMs, atMs + (server?.[phase as keyof typeof server] as number));
    intervals.push({ phase, fromMs: atMs, toMs });
    atMs = toMs;
  }
  intervals.push({ phase: "wire", fromMs: atMs, toMs: receivedMs });
  intervals.push({ phase: "decode", fromMs: receivedMs, toMs: decodedMs });
  return intervals;
}

interface Span {
  fromMs: number;
  toMs: number;
}

function busyIn({ answers, readyMs, renderedMs }: ChartLoad): Span[] {
  const decoding = answers.map(({ receivedMs, decodedMs = receivedMs }) => ({ fromMs: receivedMs, toMs: decodedMs }));
  if (readyMs === undefined || renderedMs === undefined) return decoding;
  return [...decoding, { fromMs: readyMs, toMs: renderedMs }];
}

function busyWhile(intervals: readonly Interval[], busy: readonly Span[]): number {
  const waits = intervals.filter(({ phase }) => phase === "wait" || phase === "wire");
  const others = intervals.filter(({ phase }) => phase !== "wait" && phase !== "wire");
  const window = {
    fromMs: Math.min(...waits.map((one) => one.fromMs)),
    toMs: Math.max(...waits.map((one) => one.toMs)),
  };
  // `draw` stands for the other charts' work, `wait` for this chart's own parts.
  const spans: Interval[] = [
    ...busy.map((span) => ({ ...span, phase: "draw" as const })),
    ...others.map((span) => ({ ...span, phase: "wait" as const })),
  ];
  return splitTime(window, spans, ["wait", "draw"]).draw;
}

function serverOf(answers: readonly AnswerTimes[]): TileProfile["server"] {
  const all = answers.flatMap(({ server }) => server ?? []);
  const [first] = all;
  if (!first || all.length < answers.length) return null;
  const sum = (read: (server: ServerTiming) => number) => all.reduce((total, one) => total + read(one), 0);
  const uncached = all.find(({ cache }) => cache !== "hit") ?? first;
  return {
    cache: uncached.cache,
    cacheSeconds: uncached.cacheSeconds,
    statements: sum(({ statements }) => statements),
    shared: sum(({ shared }) => shared),
    templates: sum(({ templates }) => templates),
    processing: sum(({ processing }) => processing),
  };
}

function sizeOf(results: readonly ChartDataResult[]): { rows: number; cells: number } {
  const sizes = results.map(({ sql_rowcount, rowcount, colnames }) => {
    const rows = sql_rowcount ?? rowcount ?? 0;
    return { rows, cells: rows * (colnames?.length ?? 1) };
  });
  const sum = (key: "rows" | "cells") => sizes.reduce((total, size) => total + size[key], 0);
  return { rows: sum("rows"), cells: sum("cells") };
}
