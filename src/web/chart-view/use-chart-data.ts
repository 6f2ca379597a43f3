import { useEffect, useMemo, useRef, useState } from "react";
import { postChartData, postChartDataBatch } from "../../api/chart-data/contract.ts";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { drawingProblems } from "../../chart-seam/define.ts";
import { t } from "../../i18n/translate.ts";
import { WITH_ARROW } from "../../model/arrow-rows.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../model/data-mask.ts";
import type { FormData } from "../../model/form-data.ts";
import { ChartDataResponse, type QueryContext } from "../../model/query-context.ts";
import { lazy } from "../../ui/lazy.ts";
import { callForStream } from "../client/client.ts";
import { later, nowMs } from "../client/clock.ts";
import { onReconnected } from "../client/connection.ts";
import { ApiError, errorOfResponse, factsOf, toApiError } from "../client/errors.ts";
import { groupNames, readBody } from "./answer-body.ts";
import type { NumberReading } from "./arrow-rows.ts";
import type { FetchedParts } from "./chart-parts.ts";
import { type ChartState, isServerUnreachable, queriesOf } from "./chart-state.ts";
import { type ChartAnswer, Coordinator, readFrames, type Transport } from "./coordinator.ts";
import type { LiveChart } from "./live-chart.ts";
import { beginLoad, type ChartLoad, dropLoad, failLoad, isProfiling } from "./profiler.ts";

const ASYNC_JOBS = lazy(() => import("./async-jobs.ts"));
const CHART_PARTS = lazy(() => import("./chart-parts.ts"));

const ROW_RESULT_TYPES = new Set<unknown>(["samples", "drill_detail", "results"]);
const TEXT_TYPES = new Set<unknown>(["table", "ag-grid-table", "pivot_table_v2", "big_number_total"]);

/** Results shown as text need lossless numbers; charts that measure values don't. */
export function needsLosslessNumbers(context: QueryContext): boolean {
  return TEXT_TYPES.has(context.form_data?.viz_type) || ROW_RESULT_TYPES.has(context.result_type);
}

const readingOf = (context: QueryContext): NumberReading => ({
  isLossless: needsLosslessNumbers(context),
  names: groupNames(context),
});

const transport: Transport = {
  single: async (context, signal) => {
    const response = await callForStream(postChartData, { body: context }, { signal, accept: ACCEPT });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, body: await readBody(bytes, readingOf(context)) };
  },
  batch: async (requests, onAnswer, signal) => {
    const sentMs = performance.now();
    const response = await callForStream(
      postChartDataBatch,
      { body: { requests: [...requests], ...(isProfiling() ? { timing: true } : {}) } },
      { signal, timeoutMs: 0, accept: ACCEPT },
    );
    const facts = factsOf(response.headers);
    if (!response.body) throw new ApiError({ title: t("Network error"), message: t("Network error"), kind: "network" });
    const answers: Promise<void>[] = [];
    for await (const { head, bytes } of readFrames(response.body as unknown as AsyncIterable<Uint8Array>)) {
      const { key, status, encoding, timing } = head;
      const times = timing && { sentMs, receivedMs: performance.now(), characters: bytes.length, server: timing };
      const context = requests.find((request) => request.key === key)?.context;
      const reading = context ? readingOf(context) : { isLossless: false };
      const answer = readBody(bytes, { ...reading, encoding }).then((body) =>
        onAnswer(key, { status, body, facts, ...(times && { times }) }),
      );
      answer.catch(() => undefined);
      answers.push(answer);
    }
    await Promise.all(answers);
  },
  soon: (callback) => void later(4, callback),
  pause: (ms) => new Promise((resolve) => later(ms, resolve)),
};

const ACCEPT = `${WITH_ARROW}, application/json`;

export const coordinator = new Coordinator(transport);

/** Throws `ApiError`. */
export async function fetchChartData(
  context: QueryContext,
  signal: AbortSignal,
  { load, isConfirmation }: { load?: ChartLoad | undefined; isConfirmation?: boolean | undefined } = {},
): Promise<ChartDataResponse> {
  const sentMs = performance.now();
  const answer = await coordinator.request(context, signal, isConfirmation);
  const { status, body, facts, times } = await resolved(answer, signal);
  if (status >= 400) throw errorOfResponse(status, body, facts);
  if (status !== 200) {
    throw toApiError(
      new Error(t("Received unexpected response status ({status}) while fetching chart data", { status: `${status}` })),
    );
  }
  const receivedMs = performance.now();
  const response = ChartDataResponse.parse(body);
  const own = times ?? { sentMs, receivedMs, characters: 0 };
  load?.answers.push({ ...own, decodedMs: performance.now() });
  return response;
}

async function resolved(answer: ChartAnswer, signal: AbortSignal): Promise<ChartAnswer> {
  if (answer.status !== 202) return answer;
  const { resultOfJob } = await ASYNC_JOBS.load();
  return resultOfJob(answer.body as { job_id: string }, signal);
}

export interface ChartDataOptions {
  type: ChartType | undefined;
  error?: ApiError;
  formData: FormData;
  /** Merged after that of the form data. */
  extraFormData?: ExtraFormData;
  ownState?: Record<string, unknown>;
  enabled: boolean;
  refreshKey: number;
  /** Bypasses the cache for the first query and after changes of `refreshKey`. */
  force: boolean;
  live?: LiveChart | undefined;
}

interface Plan {
  context?: QueryContext;
  loadParts?(ask: typeof fetchChartData, signal: AbortSignal): Promise<FetchedParts>;
  /** Identity of the queries: a change starts a new run. Form data that only affects drawing isn't part of it. */
  key: string;
  problems?: Record<string, string>;
  error?: ApiError;
}

export function useChartData(options: ChartDataOptions): ChartState {
  const { type, error: typeError, formData, extraFormData, ownState } = options;
  const problems = useMemo(() => type && drawingProblems(type, formData), [type, formData]);
  const plan = useMemo(
    () => planOf({ type, error: typeError, formData, extraFormData, ownState }, problems),
    [type, typeError, formData, extraFormData, ownState, problems],
  );
  const [state, setState] = useState<ChartState>({ status: "waiting" });
  const lastRefresh = useRef(options.refreshKey);
  const planRef = useRef(plan);
  planRef.current = plan;
  const live = useRef(options.live);
  live.current = options.live;
  const { enabled, refreshKey, force } = options;
  const attempt = useAttempt(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `plan.key` stands for the plan, which is new on every render
  useEffect(() => {
    const { context, loadParts, problems, error } = planRef.current;
    if (!enabled || planRef.current.key === NO_PLAN) return;
    if (!context) {
      setState((old) => ({ ...old, status: error ? "failed" : "invalid", problems, error, stop: undefined }));
      return;
    }
    const isRefresh = refreshKey === 0 || lastRefresh.current !== refreshKey;
    lastRefresh.current = refreshKey;
    const abort = new AbortController();
    const isConfirmation = live.current?.isToConfirm();
    const asked = isRefresh && force ? { ...context, force: true } : context;
    void run({ context: asked, loadParts, isConfirmation }, abort, setState);
    return () => abort.abort();
  }, [plan.key, enabled, refreshKey, attempt]);
  return state;
}

/**
 * Increases when the server becomes reachable again or the user signs in again, if that was why the last run failed.
 */
function useAttempt(state: ChartState): number {
  const [attempt, setAttempt] = useState(0);
  const isLost = isServerUnreachable(state) || state.error?.status === 401;
  useEffect(() => (isLost ? onReconnected(() => setAttempt((old) => old + 1)) : undefined), [isLost]);
  return attempt;
}

interface Run extends Pick<Plan, "loadParts"> {
  context: QueryContext;
  isConfirmation: boolean | undefined;
}

async function run(
  { context, loadParts, isConfirmation }: Run,
  abort: AbortController,
  setState: (next: (old: ChartState) => ChartState) => void,
): Promise<void> {
  const startedAt = nowMs();
  const load = beginLoad(context);
  const stop = () => {
    abort.abort();
    setState((old) => ({ ...old, status: "stopped", finishedAt: nowMs(), stop: undefined }));
  };
  try {
    const ask: typeof fetchChartData = (other, signal) =>
      fetchChartData(context.force ? { ...other, force: true } : other, signal, { load, isConfirmation });
    const answers = Promise.all([
      context.queries.length > 0 ? ask(context, abort.signal) : { result: [] },
      loadParts?.(ask, abort.signal),
    ]);
    // Rendering all tiles as loading takes long, and the server can work meanwhile.
    let isAnswered = false;
    const showLoading = () => {
      if (isAnswered || abort.signal.aborted) return;
      setState((all) => {
        const old = all.context && isOfOtherData(all.context, context) ? EMPTY : all;
        return { ...old, status: "loading", context, startedAt, error: undefined, problems: undefined, stop };
      });
    };
    // Charts that only wait for a confirmation are drawn first.
    coordinator.afterSending(() => (isConfirmation ? later(CONFIRMING_MS, showLoading) : showLoading()));
    const [{ result }, parts] = await answers.finally(() => {
      isAnswered = true;
    });
    if (abort.signal.aborted) return dropLoad(load);
    const at = nowMs();
    if (load) load.readyMs = performance.now();
    setState(() => ({
      status: "ready",
      results: result,
      ...parts,
      answered: { context, at },
      context,
      startedAt,
      finishedAt: at,
      load,
    }));
  } catch (cause) {
    if (abort.signal.aborted) return dropLoad(load);
    const error = toApiError(cause);
    if (load) failLoad(load);
    setState((old) => ({ ...old, status: "failed", error, context, startedAt, finishedAt: nowMs(), stop: undefined }));
  }
}

const CONFIRMING_MS = 100;

const EMPTY: ChartState = { status: "waiting" };

function isOfOtherData(before: QueryContext, now: QueryContext): boolean {
  return String(before.datasource.id) !== String(now.datasource.id);
}

const NO_PLAN = "nothing";

const PART_QUERY_KEYS = ["adhoc_filters", "extra_form_data", "layer_filter_scope", "filter_data_mapping"];

type Question = Pick<ChartDataOptions, "type" | "error" | "formData" | "extraFormData" | "ownState">;

/** The request of a chart; undefined if it can't be asked, or asks for nested charts. */
export function contextOf(question: Question): QueryContext | undefined {
  const { context, loadParts } = planOf(question, question.type && drawingProblems(question.type, question.formData));
  return loadParts ? undefined : context;
}

/** `problems`: of the form data, which other filters don't change. */
function planOf(question: Question, problems: Record<string, string> = {}): Plan {
  const { type, error: typeError, extraFormData, ownState } = question;
  if (typeError) return { key: "no type", error: typeError };
  if (!type) return { key: NO_PLAN };
  if (Object.keys(problems).length > 0) return { key: JSON.stringify(problems), problems };
  const formData = merged(question.formData, extraFormData);
  try {
    const context = type.buildQuery(formData, { ownState });
    const parts = type.parts?.(formData);
    if (!parts) return { context, key: queriesOf(context) };
    return {
      context,
      loadParts: async (ask, signal) => {
        const { fetchParts } = await CHART_PARTS.load();
        return fetchParts({ parts, whole: formData, ask }, signal);
      },
      key: JSON.stringify([queriesOf(context), parts, ...PART_QUERY_KEYS.map((key) => formData[key])]),
    };
  } catch (cause) {
    return { key: `error ${String(cause)}`, error: toApiError(cause) };
  }
}

function merged(formData: FormData, extra: ExtraFormData | undefined): FormData {
  if (!extra) return formData;
  return { ...formData, extra_form_data: mergeExtraFormData([formData.extra_form_data ?? undefined, extra]) };
}
