import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ERROR_ISSUES, type ErrorType } from "../model/errors.ts";
import type { Operation } from "../model/operation.ts";
import type { Route } from "../server/http/route.ts";
import { REQUESTED_CALLS } from "./requested-calls.ts";

/**
 * For tests: a response that breaks its contract, or an error of unknown format, becomes a 500 that the log explains.
 * Records which calls got which status, for the check at the end of the run.
 */
export function checkAnswers(server: FastifyInstance, routes: readonly Route[]): void {
  const operations = new Map(routes.map(({ operation }) => [`${operation.method} ${operation.path}`, operation]));
  const seenCalls = new Set<string>();
  const operationOf = (request: FastifyRequest) => operations.get(`${request.method} ${request.routeOptions.url}`);
  server.addHook("onResponse", async (request, reply) => {
    const operation = operationOf(request);
    if (operation) seenCalls.add(`${operation.id} ${reply.statusCode}`);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    if (reply.statusCode === 429 && !(Number(reply.getHeader("retry-after")) > 0))
      throw new Error(`${request.method} ${request.url} answered 429 without Retry-After`);
    const operation = operationOf(request);
    if (request.method === "HEAD" || !isJson(reply)) return payload;
    if (reply.statusCode < 400 && (operation === undefined || operation.produces !== undefined)) return payload;
    const bytes = await wholeOf(payload);
    if (bytes === undefined) return payload;
    check(operation, [request, reply], JSON.parse(decoded(bytes, reply)));
    return bytes;
  });
  server.addHook("onClose", async () => {
    const folder = process.env[REQUESTED_CALLS];
    if (folder) appendFileSync(join(folder, `${process.pid}.txt`), [...seenCalls, ""].join("\n"));
  });
}

function isJson(reply: FastifyReply): boolean {
  return /^application\/json/.test(String(reply.getHeader("content-type") ?? ""));
}

async function wholeOf(payload: unknown): Promise<Buffer | undefined> {
  if (payload instanceof Readable) return Buffer.concat(await payload.toArray());
  if (typeof payload === "string") return Buffer.from(payload);
  return Buffer.isBuffer(payload) ? payload : undefined;
}

function decoded(bytes: Buffer, reply: FastifyReply): string {
  const encoding = reply.getHeader("content-encoding");
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  return (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString();
}

function check(operation: Operation | undefined, [request, reply]: [FastifyRequest, FastifyReply], body: unknown) {
  const status = reply.statusCode;
  if (status >= 400) {
    const parsed = ErrorBody.safeParse(body);
    if (parsed.success) return;
    throw new Error(
      `${request.method} ${request.url} answered ${status} in an unknown format: ${JSON.stringify(body)}`,
    );
  }
  if (!operation) return;
  const schema = schemaOf(operation, status);
  if (!schema) throw new Error(`the contract of ${operation.id} has no response with status ${status}`);
  const parsed = schema.safeParse(body, { reportInput: true });
  const issues = (parsed.error?.issues ?? []).filter((issue) => !choosesColumns(request) || !isAbsent(issue));
  if (issues.length > 0)
    throw new Error(`the response of ${operation.id} breaks its contract: ${JSON.stringify(issues)}`);
}

function schemaOf(operation: Operation, status: number): z.ZodType | undefined {
  const other = operation.also?.[status];
  if (status !== (operation.status ?? 200)) return other;
  return other ? z.union([operation.response, other]) : operation.response;
}

/** Clients that select columns get partial rows: columns may be missing, but not wrong. */
function choosesColumns(request: FastifyRequest): boolean {
  const { q } = request.query as { q?: unknown };
  return typeof q === "string" && /\b(select_)?columns\b/.test(q);
}

const isAbsent = (issue: z.core.$ZodIssue) => issue.input === undefined;

const Texts: z.ZodType = z.record(z.string(), z.union([z.array(z.string()), z.string(), z.lazy(() => Texts)]));

const TypedError = z
  .strictObject({
    message: z.string(),
    error_type: z.enum(Object.keys(ERROR_ISSUES) as [ErrorType, ...ErrorType[]]),
    level: z.enum(["info", "warning", "error"]),
    extra: z
      .looseObject({ issue_codes: z.array(z.object({ code: z.number(), message: z.string() })).optional() })
      .nullable(),
  })
  .refine(({ error_type, extra }) => {
    const codes = (extra?.issue_codes ?? []).map(({ code }) => code);
    return JSON.stringify(codes) === JSON.stringify(ERROR_ISSUES[error_type]);
  }, "other issue codes than those of its type");

const ErrorBody = z.union([
  z.strictObject({ message: z.union([z.string(), Texts]), field: z.string().optional() }),
  z.strictObject({ errors: z.array(TypedError).min(1) }),
  z.strictObject({ message: z.string(), errors: z.array(TypedError).min(1) }),
  z.strictObject({ msg: z.string() }),
  // Of OAuth: https://www.rfc-editor.org/rfc/rfc6749#section-5.2
  z.strictObject({ error: z.string().regex(/^[a-z_]+$/), error_description: z.string() }),
  z.strictObject({ message: z.literal("Access is Denied"), severity: z.literal("danger") }),
  z.strictObject({ error: z.string() }),
  z.looseObject({ status: z.literal("failed"), data: z.null(), errors: z.array(TypedError).min(1) }),
]);
