import type { FastifyReply, FastifyRequest } from "fastify";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
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
import { diskLog } from "../store/full-disk.ts";
import { acceptsErrorPage, sendErrorPage } from "./error-page.ts";
import { pathOf } from "./request-context.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

const CLIENT_CLOSED_REQUEST = 499;

/** The only place where errors become responses. Unexpected errors are logged and returned without details. */
export function sendError(app: App, error: unknown, [request, reply]: [FastifyRequest, FastifyReply]): FastifyReply {
  reply.header(REQUEST_ID_HEADER, request.id);
  const known = known4xx(error, request) ?? storeError(app, error);
  if (known) return sendKnown(known, [request, reply]);
  if (reply.raw.destroyed && isAbort(error)) return reply.code(CLIENT_CLOSED_REQUEST).send();
  app.log.error("a request failed", { request_id: request.id, method: request.method, path: pathOf(request), error });
  reply.code(500);
  return acceptsErrorPage(request) ? sendErrorPage([request, reply]) : reply.send({ message: t("Fatal error") });
}

export function sendKnown(error: TesseraError, [request, reply]: [FastifyRequest, FastifyReply]): FastifyReply {
  reply.code(error.status);
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined && !reply.hasHeader("retry-after"))
    reply.header("retry-after", retryAfterSeconds);
  if (acceptsErrorPage(request)) return sendErrorPage([request, reply], error.message);
  return reply.send(bodyFor(request, error));
}

function isAbort(error: unknown): boolean {
  const { name, reason, code } = error as { name?: unknown; reason?: unknown; code?: unknown };
  return name === "AbortError" || reason === "cancelled" || code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Legacy pages and calls outside `/api` have another error format. */
function bodyFor(request: FastifyRequest, error: TesseraError): ErrorBody | object {
  const isRefusal = error.status === 401 || error.status === 403;
  if (!isRefusal || pathOf(request).startsWith("/api/") || "errors" in error.body) return boundedBody(error.body);
  return { message: t("Access is Denied"), severity: "danger" };
}

function known4xx(error: unknown, request: FastifyRequest): TesseraError | undefined {
  if (error instanceof TesseraError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(request);
  if (statusCode === 415 || code === "FST_ERR_CTP_INVALID_JSON_BODY" || error instanceof SyntaxError) return notJson();
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new TesseraError(statusCode, {
      message: statusCode === 404 ? t("Not found") : t("Arguments are not correct"),
    });
  }
  return undefined;
}

export const notJson = () => typedError("INVALID_PAYLOAD_FORMAT_ERROR", t("Request is not JSON"));

export const notMultipart = () =>
  typedError("INVALID_PAYLOAD_FORMAT_ERROR", t("Request MIME type is not 'multipart/form-data'"));

function tooLarge({ routeOptions }: FastifyRequest): TesseraError {
  const message = t("The request exceeds the limit of {megabytes, number} MB.", {
    megabytes: megabytes(routeOptions.bodyLimit),
  });
  return typedError("INVALID_PAYLOAD_FORMAT_ERROR", message, { status: 413 });
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

const CLIENT_ERRORS: Readonly<Partial<Record<StoreFailure, (error: unknown) => TesseraError>>> = {
  unique: (error) => {
    const field = uniqueColumnOf(error);
    if (field !== undefined) return unprocessable({ [field]: [t("Must be unique")] });
    return unprocessable(t("Another item already has a value that must be unique."));
  },
  reference: () => unprocessable(t("The request refers to an item that doesn't exist.")),
  "too-much": () => badRequest(t("Too many values in one request. Split it into smaller requests.")),
  "null-character": () => badRequest(t("Text can't contain the character U+0000")),
  unfit: () => badRequest(t("A value is out of range or has the wrong type.")),
};

const STORE_MESSAGES: Readonly<Partial<Record<StoreFailure, Message>>> = {
  full: msg("The server's disk is full. Nothing was saved."),
  "failing-disk": msg("The server's disk is failing. Your changes may not have been saved."),
  "read-only": msg("The server's database is read-only. Nothing was saved."),
  unreachable: msg("Can't reach the server's database. Try again in a moment."),
};

/** Failures of the store that are reported to callers. */
export function storeError(app: App, error: unknown): TesseraError | undefined {
  const failure = storeFailureOf(error);
  const toClientError = failure && CLIENT_ERRORS[failure];
  if (toClientError) return toClientError(error);
  const text = failure && STORE_MESSAGES[failure];
  if (!text) return undefined;
  app.once(diskLog).note(error);
  return typedError("GENERIC_BACKEND_ERROR", t(text), { status: failure === "full" ? 507 : 503, cause: error });
}
