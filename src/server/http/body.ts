import type { FastifyInstance, FastifyRequest } from "fastify";
import { t } from "../../i18n/translate.ts";
import { badRequest, invalidFields, typedError } from "../../model/errors.ts";
import { assertBounded, withDigits } from "../../model/json-text.ts";
import type { Operation } from "../../model/operation.ts";
import { SIZES } from "../../model/size-limits.ts";
import { sizeLimitOf, sizeProblem, sizeText, tooLarge } from "../store/sizes.ts";
import { notJson } from "./errors.ts";
import { fieldsOf, type MultipartFiles, multipartOf, storedMultipartOf } from "./multipart.ts";
import { parseRison } from "./rison.ts";
import type { Route } from "./route.ts";
import { parseBody, parseParams, parseQ, parseQuery } from "./validation.ts";

/** Throws 413 by field. */
export function assertBodySizes({ sizes = {}, multipart }: Operation, body: unknown, rawBytes: number): void {
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

export function addBodyParsers(server: FastifyInstance): void {
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
  void server.register(import("@fastify/multipart"), { limits: { files: 10, fields: 50 } });
}

function unboundedJson(text: string): Error | undefined {
  try {
    assertBounded(text, MAX_VALUES);
    return undefined;
  } catch (error) {
    return typedError("INVALID_PAYLOAD_FORMAT_ERROR", (error as Error).message);
  }
}

interface ParsedRequest extends MultipartFiles {
  input: Parameters<Route["handler"]>[1];
}

interface BodyReading {
  /** Gets the body's fields before they are parsed. */
  inspect(fields: unknown): Promise<void>;
  /** Where a route that stores files has them until its response. */
  folder: string;
}

/** Throws a 4xx for invalid input. */
export async function parseRequest(
  route: Route,
  request: FastifyRequest,
  { inspect, folder }: BodyReading,
): Promise<ParsedRequest> {
  const { operation } = route;
  const query = request.query as Record<string, unknown>;
  const { body, ...files } = await bodyOf(route, request, folder);
  await inspect(body);
  assertBodySizes(operation, body, Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY));
  const input = {
    params: operation.params && parseParams(operation.params, request.params),
    query: operation.query && parseQuery(operation.query, query),
    q: operation.q && parseQ(operation.q, parseQParameter(query.q)),
    body: operation.body && parseBody(operation.body, body, route.invalidStatus),
  };
  return { input: input as Parameters<Route["handler"]>[1], ...files };
}

function parseQParameter(text: unknown): unknown {
  if (text === undefined || text === "") return undefined;
  if (typeof text !== "string") throw badRequest(t("Not a valid rison/json argument"));
  return parseRison(text);
}

const NO_FILES: MultipartFiles = { files: [], storedFiles: [] };

async function bodyOf(
  route: Route,
  request: FastifyRequest,
  folder: string,
): Promise<{ body: unknown } & MultipartFiles> {
  if (route.operation.multipart) return route.storesFiles ? storedMultipartOf(request, folder) : multipartOf(request);
  if (!route.operation.body) return { body: undefined, ...NO_FILES };
  const isForm = request.isMultipart() || (request.headers["content-type"]?.startsWith(FORM_TYPE) ?? false);
  if (isForm && !route.acceptsForm) throw notJson();
  if (request.isMultipart()) return { body: await fieldsOf(request), ...NO_FILES };
  if (request.body === undefined || request.body === null) {
    if (!isOptional(route)) throw notJson();
    return { body: {}, ...NO_FILES };
  }
  return { body: request.body, ...NO_FILES };
}

function isOptional(route: Route): boolean {
  return route.operation.body?.safeParse({}).success ?? true;
}
