import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { typedError } from "../../model/errors.ts";
import { Running } from "../../model/fair-line.ts";

/** Memory that request bodies take: counted per user and in all, from before they are read until their work ends. */

export interface HeldBodyLimits {
  /** Bytes of all unfinished requests of one user, or of one visitor's network address. */
  perPerson: number;
  /** Bytes of all unfinished requests, for bodies larger than `SMALL_BODY`. */
  inAll: number;
}

/** Not refused because of what others hold: sign-ins and saves go on while uploads have to wait. */
const SMALL_BODY = 1024 * 1024;
const MB = 1024 * 1024;
const RETRY_SECONDS = "10";

/** Two whole uploads of one user with room for small requests beside them, ten uploads in all. */
export function heldBodyLimits(uploadBytes: number): HeldBodyLimits {
  return { perPerson: 2 * uploadBytes + 10 * MB, inAll: 10 * uploadBytes + 10 * MB };
}

export class HeldBodies {
  readonly #limits: HeldBodyLimits;
  readonly #held = new Running();
  readonly #ends = new WeakMap<FastifyRequest, { isWorking: boolean; isClosed: boolean; release(): void }>();

  constructor(limits: HeldBodyLimits) {
    this.#limits = limits;
  }

  /** Bytes of all unfinished requests. */
  get total(): number {
    return this.#held.total;
  }

  /** Counts every body before it is read, as large as it says it is, or as its route takes where it doesn't say. */
  watch(server: FastifyInstance, personOf: (request: FastifyRequest) => string): void {
    server.addHook("preParsing", async (request, reply) => {
      const bytes = bytesOf(request);
      if (bytes === 0 || !(request.raw.socket instanceof Socket)) return;
      const person = personOf(request);
      try {
        this.#refuse(person, bytes);
      } catch (error) {
        reply.header("retry-after", RETRY_SECONDS);
        throw error;
      }
      this.#held.begin(person, bytes);
      const end = { isWorking: false, isClosed: false, release: () => this.#held.end(person, bytes) };
      this.#ends.set(request, end);
      reply.raw.once("close", () => {
        end.isClosed = true;
        if (!end.isWorking) end.release();
      });
    });
  }

  /** Work on a body goes on when its client leaves: its bytes count until then. */
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

  #refuse(person: string, bytes: number): void {
    const { perPerson, inAll } = this.#limits;
    if (this.#held.of(person) + bytes > perPerson) {
      const message = `Your unfinished requests and this one are larger than ${perPerson / MB} MB. Wait until an upload has finished, then try again.`;
      throw typedError("GENERIC_BACKEND_ERROR", message, { status: 429 });
    }
    if (bytes > SMALL_BODY && this.#held.total + bytes > inAll) {
      const message = "The server is receiving too many uploads. Try again in a minute.";
      throw typedError("GENERIC_BACKEND_ERROR", message, { status: 503 });
    }
  }
}

/** A length beyond the limit of the route is refused before anything is read. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;
  const most = routeOptions.bodyLimit + MB;
  return length === undefined ? most : Math.min(length || 0, most);
}
