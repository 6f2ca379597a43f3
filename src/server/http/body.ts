import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { badRequest, invalidFields, typedError } from "../../model/errors.ts";
import { assertBounded, withDigits } from "../../model/json-text.ts";
import type { Operation } from "../../model/operation.ts";
import { SIZES } from "../../model/size-limits.ts";
import type { App } from "../app.ts";
import { sizeLimitOf, sizeProblem, sizeText, tooLarge } from "../store/sizes.ts";
import { notJson, notMultipart } from "./failures.ts";
import { parseRison } from "./rison.ts";
import type { Route, UploadedFile } from "./route.ts";
import { parseBody, parseParams, parseQ, parseQuery } from "./validation.ts";

/**
 * Throws a 413 by field for what is larger than may be stored. `rawBytes` of the whole body: what fits its limit by them
 * isn't measured again.
 */
function assertBodySizes({ sizes = {}, multipart }: Operation, body: unknown, rawBytes: number): void {
  if (multipart || typeof body !== "object" || body === null) return;
  const whole = sizes["*"] ?? Number.POSITIVE_INFINITY;
  if (rawBytes > whole && bytesOf(body) > whole)
    throw tooLarge(`The request is too large: the limit is ${sizeText(whole)}.`);
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

/** Each is checked by a schema. A list of 100,000 values to filter by is taken. */
const MAX_VALUES = 110_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Parsers of the three kinds of bodies. An empty JSON body is no body. */
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

/**
 * Everything of a request, parsed by its operation. Throws the 4xx that says what does not fit. `look` sees the fields of
 * the body before they are parsed.
 */
export async function parseRequest(
  route: Route,
  request: FastifyRequest,
  look: (fields: unknown) => Promise<void>,
): Promise<{ input: Parameters<Route["handler"]>[1]; files: readonly UploadedFile[] }> {
  const { operation } = route;
  const query = request.query as Record<string, unknown>;
  const { body, files } = await bodyOf(route, request);
  await look(body);
  assertBodySizes(operation, body, Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY));
  const input = {
    params: operation.params && parseParams(operation.params, request.params),
    query: operation.query && parseQuery(operation.query, query),
    q: operation.q && parseQ(operation.q, risonOf(query.q)),
    body: operation.body && parseBody(operation.body, body, route.invalidStatus),
  };
  return { input: input as Parameters<Route["handler"]>[1], files };
}

function risonOf(text: unknown): unknown {
  if (text === undefined || text === "") return undefined;
  if (typeof text !== "string") throw badRequest("Not a valid rison/json argument");
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

/** Whether the call makes sense without a body: its schema accepts an empty object. */
function isOptional(route: Route): boolean {
  return route.operation.body?.safeParse({}).success ?? true;
}

/** The parser refuses fields that are called like what every object has. */
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

/** Bytes of a multipart body beside its files. */
const MULTIPART_OVERHEAD = 1024 * 1024;

/** Reads the parts of a body, and stops where the whole is larger than the limit: a parser would read it to its end. */
async function readWithin(
  request: FastifyRequest,
  limit: number,
  read: (parts: ReturnType<FastifyRequest["parts"]>) => Promise<void>,
): Promise<void> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const excess = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) return;
    request.raw.unpipe();
    excess.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const parts = request.parts();
  request.raw.on("data", count);
  const reading = read(parts);
  try {
    await Promise.race([reading, excess.promise]);
  } catch (error) {
    reading.catch(() => undefined);
    throw readable(error);
  } finally {
    request.raw.off("data", count);
  }
}

/**
 * The fields of a form without files, which callers without an account may send too: reading stops at the first file, and
 * where the whole is larger than the limit of its route.
 */
async function fieldsOf(request: FastifyRequest): Promise<unknown> {
  const body: Record<string, unknown> = {};
  await readWithin(request, request.routeOptions.bodyLimit, async (parts) => {
    for await (const part of parts) {
      if (part.type === "file") {
        request.raw.unpipe();
        part.file.destroy();
        throw badRequest("This form takes no files");
      }
      body[part.fieldname] = part.value;
    }
  });
  return body;
}

/** What the parser of multipart bodies says of broken ones has neither a code nor a status. */
function readable(error: unknown): unknown {
  const isBroken = error instanceof Error && !("code" in error) && !("status" in error);
  return isBroken ? badRequest("The multipart body cannot be read") : error;
}
