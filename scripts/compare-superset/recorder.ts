import type { Page, Request, Response } from "playwright-core";
import { chartAnswers, type SentAnswer } from "../../src/testing/chart-answers.ts";

export interface QueryResult {
  data?: Record<string, unknown>[];
  colnames?: string[];
  rowcount?: number;
  error?: string | null;
}

export interface Query {
  columns?: unknown[];
  metrics?: unknown[] | null;
  orderby?: [unknown, boolean][];
  row_limit?: number | string | null;
  [key: string]: unknown;
}

export interface ChartRequest {
  chart: number;
  datasource?: unknown;
  formData: Record<string, unknown>;
  queries: Query[];
  status: number;
  results: QueryResult[];
  error?: string;
  /** Set for requests to Superset's legacy API, whose response has a different shape for each chart type. */
  legacy?: { url: string; headers: Record<string, string>; body: Buffer | undefined };
}

interface Context {
  datasource?: unknown;
  form_data?: Record<string, unknown>;
  queries?: Query[];
}

interface Body {
  result?: QueryResult[];
  message?: unknown;
  errors?: { message?: string }[];
}

const CALLS = /\/api\/v1\/chart\/data(\/batch)?$|\/superset\/explore_json\/$/;

/** Of several requests for one chart, the last counts, as on the page. */
export class Recorder {
  readonly requests = new Map<number, ChartRequest>();
  readonly #open = new Set<Request>();
  readonly #reading = new Set<Promise<void>>();
  #lastMs = Date.now();

  constructor(page: Page) {
    page.on("request", (request) => {
      if (!isCall(request)) return;
      this.#open.add(request);
      this.#lastMs = Date.now();
    });
    page.on("requestfailed", (request) => this.#close(request));
    page.on("requestfinished", (request) => {
      if (!isCall(request)) return;
      const reading = this.#read(request).finally(() => {
        this.#close(request);
        this.#reading.delete(reading);
      });
      this.#reading.add(reading);
    });
  }

  /** Milliseconds since the last request or response; 0 while one is pending. */
  get quietMs(): number {
    return this.#open.size + this.#reading.size > 0 ? 0 : Date.now() - this.#lastMs;
  }

  #close(request: Request): void {
    if (this.#open.delete(request)) this.#lastMs = Date.now();
  }

  async #read(request: Request): Promise<void> {
    const response = await request.response();
    if (!response) return;
    const path = new URL(request.url()).pathname;
    for (const chartRequest of await readCall(path, request, response))
      this.requests.set(chartRequest.chart, chartRequest);
  }
}

const isCall = (request: Request) => request.method() === "POST" && CALLS.test(new URL(request.url()).pathname);

async function readCall(path: string, request: Request, response: Response): Promise<ChartRequest[]> {
  const text = await response.text().catch(() => "");
  if (path.endsWith("/explore_json/")) return maybe(await olderCall(request, response.status(), text));
  const sent = request.postDataJSON() as Context & { requests?: { key: string; context: Context }[] };
  const answers = await chartAnswers(response).catch((): SentAnswer[] => [
    { status: response.status(), body: parsed(text) },
  ]);
  return answers.flatMap(({ key, status, body }) => {
    const context = key === undefined ? sent : sent.requests?.find((one) => one.key === key)?.context;
    return maybe(context && requestOf(context, status, body as Body));
  });
}

const maybe = (request: ChartRequest | undefined) => (request ? [request] : []);

/** Undefined for filter values, which belong to no chart. */
function requestOf(
  { datasource, form_data = {}, queries = [] }: Context,
  status: number,
  body: Body,
): ChartRequest | undefined {
  const chart = Number(form_data.slice_id);
  if (!(chart > 0) || form_data.native_filter_id) return undefined;
  const results = status === 200 ? (body.result ?? []) : [];
  const error = status === 200 ? results.find((one) => one.error)?.error : errorOf(body);
  return { chart, datasource, formData: form_data, queries, status, results, ...(error ? { error } : {}) };
}

async function olderCall(request: Request, status: number, text: string): Promise<ChartRequest | undefined> {
  const form = formOf(request);
  const chart = Number(form.slice_id);
  if (!(chart > 0)) return undefined;
  const body = parsed(text);
  const error = status === 200 ? undefined : errorOf(body);
  const legacy = {
    url: request.url(),
    headers: await request.allHeaders(),
    body: request.postDataBuffer() ?? undefined,
  };
  return { chart, formData: form, queries: [], status, results: [], legacy, ...(error ? { error } : {}) };
}

/** Form data is in the posted form or, if short, in the URL. */
function formOf(request: Request): Record<string, unknown> {
  const sent = request.postData() ?? "";
  const [, inForm] = /name="form_data"\r\n\r\n([^\r]*)\r\n/.exec(sent) ?? [];
  const inAddress = new URL(request.url()).searchParams.get("form_data");
  return JSON.parse(inForm ?? new URLSearchParams(sent).get("form_data") ?? inAddress ?? "{}");
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { message: text.slice(0, 200) };
  }
}

const errorOf = ({ errors, message }: Body) => errors?.[0]?.message ?? JSON.stringify(message ?? "no answer");
