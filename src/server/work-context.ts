import { AsyncLocalStorage } from "node:async_hooks";
import type { Timeline } from "./timeline.ts";

/** What the running work belongs to. Named in log lines, and carried into jobs. */
export interface WorkContext {
  readonly requestId?: string | undefined;
  readonly chartId?: number | undefined;
  readonly dashboardId?: number | undefined;
  readonly span?: Span | undefined;
  readonly timeline?: Timeline | undefined;
}

/** A part of a request or job, as sent to the trace collector. */
export interface Span {
  readonly traceId: string;
  /** As other servers get it: https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string;
  /** Never personal data, secrets, values or rows. */
  set(attributes: SpanAttributes): void;
  end(error?: unknown): void;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

const working = new AsyncLocalStorage<WorkContext>();
const NONE: WorkContext = {};

export const currentWork = (): WorkContext => working.getStore() ?? NONE;

/** Inside other work, adds to its context. */
export const inWork = <Result>(context: WorkContext, work: () => Result): Result =>
  working.run({ ...working.getStore(), ...context }, work);

/** For callbacks of another request's or no context. */
export const onlyInWork = <Result>(context: WorkContext, work: () => Result): Result => working.run(context, work);
