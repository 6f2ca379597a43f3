import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { errorCodes, type FastifyRequest } from "fastify";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import type { Route } from "./route.ts";

/**
 * A file is on disk as sent, as text that the engine reads, and as rows before they are written to the database: two of
 * them at a time, with rows of up to twice its size.
 */
const DISK_FACTOR = 3;
const MB = 1024 * 1024;

/** Disk space of running uploads, which they haven't all taken yet. */
function reservedSpace(_: App): { bytes: number } {
  return { bytes: 0 };
}

/**
 * Gives a request that stores files a folder until its work ends. Rejects it before it is read if it is larger than the
 * limit (413) or the disk has too little space (507). Without a length, it needs the space of the largest file, and the limit counts while it is read.
 */
export async function withUploadFolder<Result>(
  app: App,
  { storesFiles }: Route,
  request: FastifyRequest,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!storesFiles) return work("");
  const length = Number(request.headers["content-length"] ?? request.routeOptions.bodyLimit);
  if (length > request.routeOptions.bodyLimit + MB) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const needed = length * DISK_FACTOR;
  const reserved = app.once(reservedSpace);
  await assertSpace(app, reserved.bytes + needed, needed);
  const folder = join(app.config.home, "engine-spill", `upload-${randomUUID()}`);
  reserved.bytes += needed;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await work(folder);
  } finally {
    reserved.bytes -= needed;
    await rm(folder, { recursive: true, force: true });
  }
}

async function assertSpace({ config }: App, bytes: number, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(config.home);
  if (bavail * bsize - config.minDiskBytes >= bytes) return;
  const message = t(
    "The server's disk has too little space for this file: it needs about {size, number} MB. Upload a smaller file, or ask an administrator to free disk space.",
    { size: Math.ceil(needed / MB) },
  );
  throw typedError("GENERIC_BACKEND_ERROR", message, { status: 507 });
}
