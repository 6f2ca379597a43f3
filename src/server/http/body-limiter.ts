import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { RunningCounts } from "../../model/fair-queue.ts";

/** Limits the bytes of request bodies, per user and in total, from before they are read until their work ends. */

export interface BodyLimits {
  /** Per user, or per network address of visitors. */
  perUser: number;
  total: number;
}

/** Small bodies are exempt from the total limit, so that sign-ins and saves work while uploads wait. */
const SMALL_BODY = 1024 * 1024;
const MB = 1024 * 1024;
const RETRY_SECONDS = 10;

export function bodyLimits(largest: number): BodyLimits {
  return { perUser: 2 * largest + 10 * MB, total: 10 * largest + 10 * MB };
}

export class BodyLimiter {
  readonly #limits: BodyLimits;
  readonly #held = new RunningCounts();
  readonly #ends = new WeakMap<FastifyRequest, { isWorking: boolean; isClosed: boolean; release(): void }>();

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#held.total;
  }

  watch(
    server: FastifyInstance,
    userKeyOf: (request: FastifyRequest) => string,
    isHeld: (request: FastifyRequest) => boolean = () => true,
  ): void {
    server.addHook("preParsing", async (request, reply) => {
      const bytes = bytesOf(request);
      if (bytes === 0 || !isHeld(request) || !(request.raw.socket instanceof Socket)) return;
      const userKey = userKeyOf(request);
      this.#refuse(userKey, bytes);
      this.#held.begin(userKey, bytes);
      const end = { isWorking: false, isClosed: false, release: () => this.#held.end(userKey, bytes) };
      this.#ends.set(request, end);
      reply.raw.once("close", () => {
        end.isClosed = true;
        if (!end.isWorking) end.release();
      });
    });
  }

  /** Work continues after a disconnect, so its bytes count until it ends. */
  async during<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    const end = this.#ends.get(request);
    if (!end) return work();
    end.isWorking = true;
    try {
      return await work();
    } finally {
      end.isWorking = false;
      if (end.isClosed) end.release();
    }
  }

  #refuse(userKey: string, bytes: number): void {
    const { perUser, total } = this.#limits;
    if (this.#held.of(userKey) + bytes > perUser) {
      const message = t(
        "Your running uploads and this request exceed {limit, number} MB. Wait for an upload to finish, then try again.",
        { limit: perUser / MB },
      );
      throw typedError("GENERIC_BACKEND_ERROR", message, { status: 429, retryAfterSeconds: RETRY_SECONDS });
    }
    if (bytes > SMALL_BODY && this.#held.total + bytes > total) {
      const message = t("The server is receiving too many uploads. Try again in a minute.");
      throw typedError("GENERIC_BACKEND_ERROR", message, { status: 503, retryAfterSeconds: RETRY_SECONDS });
    }
  }
}

function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;
  const limit = routeOptions.bodyLimit + MB;
  return length === undefined ? limit : Math.min(length || 0, limit);
}
