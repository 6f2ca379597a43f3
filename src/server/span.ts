import { currentWork, inWork, type Span, type SpanAttributes } from "./work-context.ts";

/** Parts of requests and jobs as OpenTelemetry spans. Everything does nothing until a tracer is set. */
export interface Tracer {
  start(name: string, options: StartOptions): Span;
}

export interface StartOptions {
  /** The `traceparent` of another process, or a span of this one; undefined starts a trace. */
  parent: Span | string | undefined;
  kind: "internal" | "server" | "client";
  attributes: SpanAttributes;
}

let tracer: Tracer | undefined;

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const isTracing = () => tracer !== undefined;

/** Under the current span. */
export function startSpan(name: string, options: Partial<StartOptions> = {}): Span | undefined {
  const { parent = currentWork().span, kind = "internal", attributes = {} } = options;
  return tracer?.start(name, { parent, kind, attributes });
}

const NO_SPAN: Pick<Span, "set"> = { set: () => undefined };

/** The work's own spans are under it. */
export async function inSpan<Result>(
  name: string,
  work: (span: Pick<Span, "set">) => Promise<Result> | Result,
  options: Partial<StartOptions> = {},
): Promise<Result> {
  const span = startSpan(name, options);
  if (!span) return work(NO_SPAN);
  try {
    const result = await inWork({ span }, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** For requests to other servers. */
export function traceHeaders({ span } = currentWork()): Record<string, string> {
  return span ? { traceparent: span.traceparent } : {};
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export const validTraceparent = (text: unknown): string | undefined =>
  typeof text === "string" && TRACEPARENT.test(text) && !text.startsWith("ff") ? text : undefined;
