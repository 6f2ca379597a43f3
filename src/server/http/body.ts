import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { t } from "../../i18n/translate.ts";
import { badRequest, invalidFields, typedError } from "../../model/errors.ts";
import { assertBounded, withDigits } from "../../model/json-text.ts";
import type { Operation } from "../../model/operation.ts";
import { SIZES } from "../../model/size-limits.ts";
import type { App } from "../app.ts";
import { sizeLimitOf, sizeProblem, sizeText, tooLarge } from "../store/sizes.ts";
import { notJson, notMultipart } from "./errors.ts";
import { parseRison } from "./rison.ts";
import type { Route, UploadedFile } from "./route.ts";
import { parseBody, parseParams, parseQ, parseQuery } from "./validation.ts";

function assertBodySizes({ sizes = {}, multipart }: Operation, body: unknown, rawBytes: number): void {
  if (multipart || typeof body !== "object" || body === null) return;
  const whole = sizes["*"] ?? Number.POSITIVE_INFINITY;
  if (rawBytes > whole && bytesOf(body) > whole)
    throw tooLarge(t("The request is too large: the limit is {limit}.", { limit: sizeText(whole) }));
  if (rawBytes <= SIZES.name) return;
  const problems = Object.entries(body).flatMap(([field, value]) => {
    const limit = sizes[field] ?? sizeLimitOf(field, value);
    return rawBytes > limit && bytesOf(value) > limit ? [[field, [sizeProblem(limit)]] as [string, string[]]] : [];
  });
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems), 413);
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return typeof value === "object" && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0;
}

const MAX_VALUES = 110_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

export function addBodyParsers(server: FastifyInstance, app: App): void {
  const parseJson = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/^application\/([\w.+-]+\+)?json/, { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else {
      const problem = unboundedJson(text as string);
      if (problem) done(problem, undefined);
      else
        parseJson(request, text as string, (error, value) =>
          done(error, error ? undefined : withDigits(text as string, value)),
        );
    }
  });
  server.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });
  const { uploadBytes } = app.config.limits;
  void server.register(import("@fastify/multipart"), { limits: { fileSize: uploadBytes, files: 10, fields: 50 } });
}

function unboundedJson(text: string): Error | undefined {
  try {
    assertBounded(text, MAX_VALUES);
    return undefined;
  } catch (error) {
    return typedError("INVALID_PAYLOAD_FORMAT_ERROR", (error as Error).message);
  }
}

/** Throws a 4xx for invalid input. `look` gets the body's fields before they are parsed. */
export async function parseRequest(
  route: Route,
  request: FastifyRequest,
  inspect: (fields: unknown) => Promise<void>,
): Promise<{ input: Parameters<Route["handler"]>[1]; files: readonly UploadedFile[] }> {
  const { operation } = route;
  const query = request.query as Record<string, unknown>;
  const { body, files } = await bodyOf(route, request);
  await inspect(body);
  assertBodySizes(operation, body, Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY));
  const input = {
    params: operation.params && parseParams(operation.params, request.params),
    query: operation.query && parseQuery(operation.query, query),
    q: operation.q && parseQ(operation.q, parseQParameter(query.q)),
    body: operation.body && parseBody(operation.body, body, route.invalidStatus),
  };
  return { input: input as Parameters<Route["handler"]>[1], files };
}

function parseQParameter(text: unknown): unknown {
  if (text === undefined || text === "") return undefined;
  if (typeof text !== "string") throw badRequest(t("Not a valid rison/json argument"));
  return parseRison(text);
}

async function bodyOf(
  route: Route,
  request: FastifyRequest,
): Promise<{ body: unknown; files: readonly UploadedFile[] }> {
  if (route.operation.multipart) return multipartOf(request);
  if (!route.operation.body) return { body: undefined, files: [] };
  const isForm = request.isMultipart() || (request.headers["content-type"]?.startsWith(FORM_TYPE) ?? false);
  if (isForm && !route.acceptsForm) throw notJson();
  if (request.isMultipart()) return { body: await fieldsOf(request), files: [] };
  if (request.body === undefined || request.body === null) {
    if (!isOptional(route)) throw notJson();
    return { body: {}, files: [] };
  }
  return { body: request.body, files: [] };
}

function isOptional(route: Route): boolean {
  return route.operation.body?.safeParse({}).success ?? true;
}

async function multipartOf(request: FastifyRequest): Promise<{ body: unknown; files: readonly UploadedFile[] }> {
  if (!request.isMultipart()) throw notMultipart();
  const body: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  await readWithin(request, request.routeOptions.bodyLimit + MULTIPART_OVERHEAD, async (parts) => {
    for await (const part of parts) {
      if (part.type === "file") {
        files.push({ field: part.fieldname, filename: part.filename, bytes: await part.toBuffer() });
      } else {
        body[part.fieldname] = part.value;
      }
    }
  });
  return { body, files };
}

const MULTIPART_OVERHEAD = 1024 * 1024;

/** Stops reading above the limit; the multipart parser would read to the end. */
async function readWithin(
  request: FastifyRequest,
  limit: number,
  read: (parts: ReturnType<FastifyRequest["parts"]>) => Promise<void>,
): Promise<void> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const limitExceeded = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) return;
    request.raw.unpipe();
    limitExceeded.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const parts = request.parts();
  request.raw.on("data", count);
  const reading = read(parts);
  try {
    await Promise.race([reading, limitExceeded.promise]);
  } catch (error) {
    reading.catch(() => undefined);
    throw toBadRequest(error);
  } finally {
    request.raw.off("data", count);
  }
}

/** Form fields for anonymous callers too, so files are rejected. */
async function fieldsOf(request: FastifyRequest): Promise<unknown> {
  const body: Record<string, unknown> = {};
  await readWithin(request, request.routeOptions.bodyLimit, async (parts) => {
    for await (const part of parts) {
      if (part.type === "file") {
        request.raw.unpipe();
        part.file.destroy();
        throw badRequest(t("This form doesn't accept files"));
      }
      body[part.fieldname] = part.value;
    }
  });
  return body;
}

function toBadRequest(error: unknown): unknown {
  const isBroken = error instanceof Error && !("code" in error) && !("status" in error);
  return isBroken ? badRequest(t("Can't read the multipart body")) : error;
}
