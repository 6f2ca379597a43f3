import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pass } from "./waits.ts";

/**
 * Responses of a real Trino by statement, as pages without statistics. A proxy in front of a real server records them;
 * a replay server fails on unknown statements.
 */
export interface TrinoRecording {
  version: string;
  statements: Record<string, RecordedPage[]>;
}

interface RecordedPage {
  transaction?: string;
  /** Page body without statistics, URLs and other unused parts, as JSON within JSON, so that no digit is lost. */
  body: string;
  more: boolean;
}

export interface TrinoReplay {
  url: string;
  close(): void;
}

const KEPT_PAGES = 3;

/** Statement and prepared ones, without the comments by which tests distinguish statements. */
function keyOf(sql: string, { headers }: IncomingMessage): string {
  const prepared = headers["x-trino-prepared-statement"];
  return `${sql.replace(/ \/\* conformance [\d ]+\*\//, "").trim()}${prepared ? `\n-- ${prepared}` : ""}`;
}

export async function recordTrino(origin: string, recording: TrinoRecording): Promise<TrinoReplay> {
  const statementOf = new Map<string, RecordedPage[]>();
  return listening(async (request, response, here) => {
    const sent = await text(request);
    const { host, connection, ...headers } = request.headers;
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(sent ? { body: sent } : {}),
    });
    const body = (await answer.text()).replaceAll(origin, here);
    const transaction = answer.headers.get("x-trino-started-transaction-id");
    response.writeHead(answer.status, transaction ? { "X-Trino-Started-Transaction-Id": transaction } : {}).end(body);
    if (request.method === "DELETE" || answer.status !== 200 || body.includes("USER_CANCELED")) return;
    const { id, nextUri, infoUri, partialCancelUri, stats, ...fields } = JSON.parse(body, asWritten);
    const pages = request.method === "POST" ? [] : statementOf.get(request.url ?? "");
    if (!pages) return;
    if (request.method === "POST") recording.statements[keyOf(sent, request)] ??= pages;
    if (Object.keys(fields).length > 0 || transaction || !nextUri || pages.length < KEPT_PAGES)
      pages.push({
        ...(transaction ? { transaction } : {}),
        body: JSON.stringify(fields),
        more: nextUri !== undefined,
      });
    if (nextUri) statementOf.set(new URL(nextUri).pathname, pages);
  });
}

/** Replays responses page by page; statements must be in a transaction that was started before. */
export async function replayTrino({ statements }: TrinoRecording): Promise<TrinoReplay> {
  const started = new Set<string>();
  const chains = Object.values(statements);
  const names = Object.keys(statements);
  return listening(async (request, response, here) => {
    if (request.method === "DELETE") {
      response.writeHead(204).end();
      return;
    }
    const pageRequest = /^\/page\/(\d+)\/(\d+)$/.exec(request.url ?? "");
    const sql = await text(request);
    const chain = pageRequest ? Number(pageRequest[1]) : names.indexOf(keyOf(sql, request));
    const pages = chains[chain];
    const transaction = String(request.headers["x-trino-transaction-id"]);
    if (
      !pages ||
      (transaction === "NONE" ? !/^START TRANSACTION/.test(names[chain] ?? "") : !started.has(transaction))
    ) {
      response.writeHead(400).end(`Not recorded: ${sql}`);
      return;
    }
    const index = Math.min(pageRequest ? Number(pageRequest[2]) : 0, pages.length - 1);
    const { body, more, transaction: startedTransaction } = pages[index] as RecordedPage;
    if (startedTransaction) started.add(startedTransaction);
    const isRepeated = more && index === pages.length - 1;
    if (isRepeated) await pass(100, "a slow peer");
    const next = more ? `,"nextUri":${JSON.stringify(`${here}/page/${chain}/${index + 1}`)}` : "";
    response.writeHead(200, startedTransaction ? { "X-Trino-Started-Transaction-Id": startedTransaction } : {});
    response.end(`${body.slice(0, -1)}${body === "{}" ? next.slice(1) : next}}`);
  });
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Keeps numbers as text, which `JSON.stringify` writes back digit by digit. */
const asWritten = ((key: string, value: unknown, { source }: { source: string }) => {
  if (key === "typeSignature" || key === "warnings" || key === "failureInfo") return undefined;
  return typeof value === "number" ? rawJSON(source) : value;
}) as (key: string, value: unknown) => unknown;

async function listening(
  answer: (request: IncomingMessage, response: ServerResponse, here: string) => Promise<void>,
): Promise<TrinoReplay> {
  const server: Server = createServer((request, response) => {
    answer(request, response, here).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: here,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
