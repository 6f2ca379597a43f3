import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Log } from "../log.ts";
import { type StartOptions, setTracer } from "../span.ts";
import type { Span, SpanAttributes } from "../work-context.ts";

/**
 * Sends spans to a collector by OTLP over HTTP. This is the only module that loads OpenTelemetry. Spans wait in a bounded
 * queue and are dropped when it is full, so a collector that is gone or slow affects nothing else. Sampling, queue,
 * headers and resource are set by OpenTelemetry's own `OTEL_` variables.
 */
const MANIFEST = new URL("../../../package.json", import.meta.url);
const CLOSE_MS = 2000;
const WARN_EVERY_MS = 60_000;
const MAX_REASON = 300;
const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** Returns how to stop: what waits is sent, for two seconds at most. */
export function startTracing(endpoint: string, log: Log): () => Promise<void> {
  const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  reportFailures(log);
  const resource = resourceFromAttributes({ "service.name": "tessera", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` })),
    ],
  });
  const tracer = provider.getTracer("tessera", version);
  setTracer({
    start: (name, { parent, kind, attributes }) => {
      const options = { kind: KINDS[kind], attributes: defined(attributes), startTime: nowMs() };
      return spanOf(tracer.startSpan(name, options, contextOf(parent)));
    },
  });
  return async () => {
    setTracer(undefined);
    const ended = provider.shutdown().catch(() => undefined);
    await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })]);
    diag.disable();
  };
}

class OpenSpan implements Span {
  readonly otel: OtelSpan;

  constructor(otel: OtelSpan) {
    this.otel = otel;
  }

  get traceId(): string {
    return this.otel.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.otel.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  }

  set(attributes: SpanAttributes): void {
    this.otel.setAttributes(defined(attributes));
  }

  /** The message of an error may contain values. */
  end(error?: unknown): void {
    if (error !== undefined) {
      const { name, status } = error as { name?: unknown; status?: unknown };
      this.otel.setAttribute("error.type", typeof status === "number" ? String(status) : String(name));
      this.otel.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.otel.end(nowMs());
  }
}

const spanOf = (otel: OtelSpan) => new OpenSpan(otel);

function contextOf(parent: StartOptions["parent"]): Context {
  if (parent instanceof OpenSpan) return trace.setSpan(ROOT_CONTEXT, parent.otel);
  if (typeof parent !== "string") return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = ""] = parent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const defined = (attributes: SpanAttributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

const MAX_DRIFT_MS = 20;
let offsetMs = Date.now() - performance.now();

/** One clock with fractions for all spans, so that parts are within their whole; follows the system's clock. */
function nowMs(): number {
  const now = performance.now() + offsetMs;
  if (Math.abs(Date.now() - now) > MAX_DRIFT_MS) offsetMs = Date.now() - performance.now();
  return now;
}

function reportFailures(log: Log): void {
  let warnedMs = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedMs < WARN_EVERY_MS) return;
    warnedMs = performance.now();
    log.warn("traces can't be sent", { reason: message.slice(0, MAX_REASON) });
  };
  const nothing = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
