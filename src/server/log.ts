import { LOG_LEVELS, type LogLevel } from "./config/log-levels.ts";
import { currentWork, type WorkContext } from "./work-context.ts";

/** One line of JSON per event, with the id of the request or job it is about. Never contains secrets or request bodies. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  /** `error` in the fields is logged with its stack. */
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Less important events than those of `least` are left out. */
export function createLog(write: (line: string) => void, least: LogLevel = "info"): Log {
  const at = (level: LogLevel) => (message: string, fields?: Record<string, unknown>) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const event = {
      time: new Date().toISOString(),
      level,
      message,
      ...requestOf(currentWork()),
      ...serializable(fields),
    };
    write(`${JSON.stringify(event, (_, value) => (typeof value === "bigint" ? String(value) : value))}\n`);
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

const requestOf = ({ requestId, span }: WorkContext) => ({
  ...(requestId === undefined ? {} : { request_id: requestId }),
  ...(span?.traceId === undefined ? {} : { trace_id: span.traceId }),
});

function serializable(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorText(value) : value]),
  );
}

const MAX_CAUSES = 10;

function errorText(error: Error): string {
  const texts: string[] = [];
  for (let next: unknown = error; next instanceof Error && texts.length <= MAX_CAUSES; next = next.cause)
    texts.push(next.stack ?? next.message);
  return texts.join("\ncaused by ");
}
