import type { QueueStatus } from "../../model/fair-queue.ts";
import { halfOf, StatementQueue } from "../../model/statement-queue.ts";
import type { RowBatch } from "../columns.ts";
import type { ConnectionConfig, RunOptions } from "../connector.ts";
import { Stopped } from "../failure.ts";
import { KEPT_SESSIONS } from "./sessions.ts";

/** Of a server that is shared with others. */
const MOST_AT_ONCE = 20;

/** For engines that take any number of statements at once: limits them and queues the others fairly by user. */
export class QueuedRows {
  readonly #queue: StatementQueue;
  readonly #personNow: () => string;

  constructor({ queries, personNow = () => "" }: ConnectionConfig) {
    const places = (queries?.perDatabase ?? MOST_AT_ONCE) + KEPT_SESSIONS;
    this.#queue = new StatementQueue({
      slots: places,
      reserved: KEPT_SESSIONS,
      perUser: queries?.perUser ?? halfOf(places),
    });
    this.#personNow = personNow;
  }

  standing(): QueueStatus {
    return this.#queue.statusOf(this.#personNow());
  }

  /** The rows of a statement, which is sent once it has a slot. */
  async *rows({ signal }: RunOptions, send: () => AsyncIterable<RowBatch>): AsyncGenerator<RowBatch, void, undefined> {
    const giveBack = await this.#queue.take(this.#personNow(), signal).catch((): never => {
      throw new Stopped("cancelled", "The query was cancelled.");
    });
    try {
      yield* send();
    } finally {
      giveBack();
    }
  }
}
