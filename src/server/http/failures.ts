import type { FastifyReply, FastifyRequest } from "fastify";
import {
  badRequest,
  boundedBody,
  type ErrorBody,
  TesseraError,
  typedError,
  unprocessable,
} from "../../model/errors.ts";
import type { App } from "../app.ts";
import { type StoreFailure, storeFailureOf, uniqueColumnOf } from "../store/failures.ts";

/** Nobody reads it: the caller went away, and its work was stopped for that. */
const CALLER_LEFT = 499;

/** The one place where errors become answers. What we did not expect is logged and answered without its details. */
export function sendFailure(app: App, error: unknown, [request, reply]: [FastifyRequest, FastifyReply]): FastifyReply {
  const known = known4xx(error, request) ?? storeError(error);
  if (known) return reply.code(known.status).send(bodyFor(request, known));
  if (reply.raw.destroyed && isStop(error)) return reply.code(CALLER_LEFT).send();
  app.log.error("a request failed", { id: request.id, method: request.method, path: pathOf(request), error });
  return reply.code(500).header("x-request-id", request.id).send({ message: "Fatal error" });
}

/** How work ends that was stopped, in the words of the platform, of the engines and of streams. */
function isStop(error: unknown): boolean {
  const { name, reason, code } = error as { name?: unknown; reason?: unknown; code?: unknown };
  return name === "AbortError" || reason === "cancelled" || code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Old-style pages and calls outside `/api` word a refusal differently. */
function bodyFor(request: FastifyRequest, error: TesseraError): ErrorBody | object {
  const isRefusal = error.status === 401 || error.status === 403;
  if (!isRefusal || pathOf(request).startsWith("/api/") || "errors" in error.body) return boundedBody(error.body);
  return { message: "Access is Denied", severity: "danger" };
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

function known4xx(error: unknown, request: FastifyRequest): TesseraError | undefined {
  if (error instanceof TesseraError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(request);
  if (statusCode === 415 || code === "FST_ERR_CTP_INVALID_JSON_BODY" || error instanceof SyntaxError) return notJson();
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new TesseraError(statusCode, { message: statusCode === 404 ? "Not found" : "Arguments are not correct" });
  }
  return undefined;
}

export const notJson = () => typedError("INVALID_PAYLOAD_FORMAT_ERROR", "Request is not JSON");

export const notMultipart = () =>
  typedError("INVALID_PAYLOAD_FORMAT_ERROR", "Request MIME type is not 'multipart/form-data'");

function tooLarge({ routeOptions }: FastifyRequest): TesseraError {
  const message = `The request is larger than the limit of ${megabytes(routeOptions.bodyLimit)} MB.`;
  return typedError("INVALID_PAYLOAD_FORMAT_ERROR", message, { status: 413 });
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

/** What is wrong with the request is told where it is known better; this is for whatever got past that. */
const REQUEST_FAILURES: Readonly<Partial<Record<StoreFailure, (error: unknown) => TesseraError>>> = {
  unique: (error) => {
    const field = uniqueColumnOf(error);
    if (field !== undefined) return unprocessable({ [field]: ["Must be unique"] });
    return unprocessable("Something else has a value that must be unique already.");
  },
  reference: () => unprocessable("Something that the request refers to does not exist."),
  "too-much": () => badRequest("The request holds more values than can be looked up at once. Split it."),
  "null-character": () => badRequest("Texts cannot hold the character U+0000"),
  unfit: () => badRequest("A value is out of range or is of another kind than what it is kept as."),
};

const STORE_TEXTS: Readonly<Partial<Record<StoreFailure, string>>> = {
  full: "The disk of the server is full. Nothing was saved.",
  "failing-disk": "The disk of the server fails. What was sent may not have been saved.",
  "read-only": "The store of the server cannot be written. Nothing was saved.",
  unreachable: "The store of the server cannot be reached. Try again in a moment.",
};

function storeError(error: unknown): TesseraError | undefined {
  const failure = storeFailureOf(error);
  const ofRequest = failure && REQUEST_FAILURES[failure];
  if (ofRequest) return ofRequest(error);
  const text = failure && STORE_TEXTS[failure];
  if (!text) return undefined;
  return typedError("GENERIC_BACKEND_ERROR", text, { status: failure === "full" ? 507 : 503, cause: error });
}
