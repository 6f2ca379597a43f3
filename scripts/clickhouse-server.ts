import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * ClickHouse for tests: the real engine runs in this process (`chdb`). As it can't listen by itself, this adds as much
 * of ClickHouse's HTTP interface as query clients need.
 * `node clickhouse-server.ts <folder with chdb> <data folder> <port>`
 */

interface Session {
  query(sql: string, format?: string): string;
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}

const [modules = "", data = "", port = "0"] = process.argv.slice(2);
const { Session } = createRequire(join(modules, "package.json"))("chdb") as { Session: new (path: string) => Session };

/** Keeps the engine open; other sessions last for one request. */
const main = new Session(data);
const NOT_SETTINGS = new Set(["query", "query_id", "database", "default_format", "user", "password", "role"]);
const running = new Map<string, string>();

const literal = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function settingsOf(parameters: URLSearchParams): string | undefined {
  const settings = [...parameters].filter(([name]) => !NOT_SETTINGS.has(name));
  return settings.length === 0 ? undefined : `SET ${settings.map(([n, v]) => `${n} = ${literal(v)}`).join(", ")}`;
}

/** The engine assigns its own query IDs, so a mark in the text identifies the query. */
function kill(queryId: string): void {
  const mark = running.get(queryId);
  if (!mark) return;
  main.query(`KILL QUERY WHERE startsWith(query, ${literal(mark)}) ASYNC`);
}

async function execute(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): Promise<void> {
  const sql = `${parameters.get("query") ?? ""}${await text(request)}`;
  const killed = /^KILL QUERY WHERE query_id = '([^']+)' ASYNC/.exec(sql)?.[1];
  if (killed !== undefined) {
    kill(killed);
    response.end();
    return;
  }
  const queryId = parameters.get("query_id") ?? crypto.randomUUID();
  const session = new Session(data);
  try {
    const database = parameters.get("database");
    if (database) session.query(`USE \`${database}\``);
    const settings = settingsOf(parameters);
    if (settings) session.query(settings);
    const mark = `/*${queryId}*/`;
    running.set(queryId, mark);
    if (parameters.get("cancel_http_readonly_queries_on_client_close") === "1")
      response.once("close", () => kill(queryId));
    const result = await session.queryAsync(`${mark}${sql}`, {
      format: parameters.get("default_format") ?? "TabSeparated",
    });
    response.setHeader("X-ClickHouse-Query-Id", queryId);
    response.end(result.bytes());
  } finally {
    running.delete(queryId);
    session.close();
  }
}

function refuse(response: ServerResponse, error: unknown, marked: number): void {
  const [, message = String(error)] = /(Code: \d+\. .*)/s.exec(String(error)) ?? [];
  const code = /Code: (\d+)/.exec(message)?.[1] ?? "0";
  // Positions count from the start of the text as it was sent.
  const shown = message.replace(/failed at position (\d+)/, (_, at) => `failed at position ${Number(at) - marked}`);
  response.writeHead(code === "0" ? 500 : 400, { "X-ClickHouse-Exception-Code": code });
  response.end(`${shown}\n`);
}

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (request.method === "GET") {
    response.end("Ok.\n");
    return;
  }
  const marked = `/*${searchParams.get("query_id") ?? ""}*/`.length;
  execute(request, response, searchParams).catch((error: unknown) => refuse(response, error, marked));
}).listen(Number(port), "127.0.0.1");
