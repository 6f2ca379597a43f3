import { useEffect, useRef } from "react";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { RENDERERS } from "../../chart-types/renderers.ts";
import type { Dataset } from "../../model/dataset.ts";
import { later, whenIdle } from "../client/clock.ts";
import type { ChartState } from "./chart-state.ts";
import type { Awaited } from "./rehearsal.tsx";
import type { TypedChart } from "./use-typed-form.ts";

/**
 * Code runs slowly for the first time: half of what the first chart of a type takes. So while its answer is under way
 * and the page has nothing else to do, the chart is drawn once of made-up rows, where nobody sees it. Only where one
 * chart is waited for: the queries of many want the processor themselves, and their first charts leave the code ready
 * for the others. Invariant: what has been answered waits for no rehearsal but a step of one that has begun.
 */

/** Answers that are kept come sooner. */
const KEPT_MS = 30;

/** Not drawn by ECharts, which is what takes its time. */
const OTHERS: readonly string[] = ["Map", "Table"];

/** Types of which this page has drawn a chart, or has tried to. */
const ready = new Set<string>();

/** How many charts are waited for. */
let awaited = 0;

/** Returns what is to be called when the answer has come. */
export function rehearseMeanwhile(chart: Awaited): () => void {
  const { key, category } = chart.type;
  let isOver = false;
  const begin = async () => {
    if (awaited > 1 || ready.has(key)) return;
    ready.add(key);
    const [{ rehearse }] = await Promise.all([import("./rehearsal.tsx"), RENDERERS[key]?.load()]);
    if (!isOver) end = rehearse(chart);
  };
  const wait = () => {
    end = whenIdle(() => void begin().catch(() => ready.delete(key)));
  };
  let end = OTHERS.includes(category) || ready.has(key) ? undefined : later(KEPT_MS, wait);
  awaited += 1;
  return () => {
    awaited -= 1;
    isOver = true;
    end?.();
  };
}

interface Rehearsal {
  chart: TypedChart;
  dataset: Dataset | undefined;
  state: ChartState;
  size: Pick<Awaited, "width" | "height"> | undefined;
  theme: ChartTheme;
}

/** Of a chart's first answer. */
export function useRehearsal({ chart: { type, formData }, dataset, state, size, theme }: Rehearsal): void {
  const { status, results, context } = state;
  const isAwaited = status === "loading" && !results;
  const chart = isAwaited && type && context && size ? { type, formData, dataset, context, ...size, theme } : undefined;
  const latest = useRef(chart);
  latest.current = chart;
  const key = chart?.type.key;
  useEffect(() => (key && latest.current ? rehearseMeanwhile(latest.current) : undefined), [key]);
  useEffect(() => {
    if (results && type) ready.add(type.key);
  }, [results, type]);
}
