/** One line of JSON per event, for people and for log collectors. Never holds secrets or request bodies. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  /** `error` in the fields is written with its stack. */
  error(message: string, fields?: Record<string, unknown>): void;
}

export function createLog(write: (line: string) => void): Log {
  const at = (level: string) => (message: string, fields?: Record<string, unknown>) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...plain(fields) })}\n`);
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

function plain(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorText(value) : value]),
  );
}

function errorText(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${errorText(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
