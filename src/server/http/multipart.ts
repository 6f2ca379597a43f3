import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import { errorCodes, type FastifyRequest } from "fastify";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { notMultipart } from "./errors.ts";
import type { StoredFile, UploadedFile } from "./route.ts";

export interface MultipartFiles {
  files: readonly UploadedFile[];
  storedFiles: readonly StoredFile[];
}

type Multipart = { body: Record<string, unknown> } & MultipartFiles;

export async function multipartOf(request: FastifyRequest): Promise<Multipart> {
  const files: UploadedFile[] = [];
  const body = await readMultipart(request, async (part) => {
    files.push({ field: part.fieldname, filename: part.filename, bytes: await part.toBuffer() });
  });
  return { body, files, storedFiles: [] };
}

/** Writes files to the folder while they arrive, so that their size doesn't matter for memory. */
export async function storedMultipartOf(request: FastifyRequest, folder: string): Promise<Multipart> {
  const storedFiles: StoredFile[] = [];
  const body = await readMultipart(request, async (part) => {
    const path = join(folder, `file-${storedFiles.length}`);
    const stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await pipeline(part.file, stream);
    if (part.file.truncated) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    storedFiles.push({ field: part.fieldname, filename: part.filename, path, bytes: stream.bytesWritten });
  });
  return { body, files: [], storedFiles };
}

const MULTIPART_OVERHEAD = 1024 * 1024;

async function readMultipart(
  request: FastifyRequest,
  readFile: (part: MultipartFile) => Promise<void>,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw notMultipart();
  const body: Record<string, unknown> = {};
  await readWithin(request, request.routeOptions.bodyLimit + MULTIPART_OVERHEAD, async (parts) => {
    for await (const part of parts) {
      if (part.type === "file") await readFile(part);
      else body[part.fieldname] = part.value;
    }
  });
  return body;
}

/** Stops reading above the limit; the multipart parser would read to the end. */
async function readWithin(
  request: FastifyRequest,
  limit: number,
  read: (parts: ReturnType<FastifyRequest["parts"]>) => Promise<void>,
): Promise<void> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  // A connection that has closed before it is listened to would never end.
  if (request.raw.destroyed) throw new DOMException("The client disconnected", "AbortError");
  const limitExceeded = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) return;
    request.raw.unpipe();
    limitExceeded.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const parts = request.parts({ limits: { fileSize: request.routeOptions.bodyLimit } });
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
export async function fieldsOf(request: FastifyRequest): Promise<unknown> {
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
