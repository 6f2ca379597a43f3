/** W3C trace context, which the server continues: https://www.w3.org/TR/trace-context/ */

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** For one call with its retries. Undefined unless the server traces requests. */
export function newTrace(): string | undefined {
  return globalThis.document?.querySelector('meta[name="tracing"]') ? randomHex(TRACE_BYTES) : undefined;
}

export const traceHeader = (trace: string | undefined): Record<string, string> =>
  trace === undefined ? {} : { traceparent: `00-${trace}-${randomHex(SPAN_BYTES)}-01` };
