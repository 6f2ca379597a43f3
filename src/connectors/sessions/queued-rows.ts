import { t } from "../../i18n/translate.ts";
import type { QueueStatus } from "../../model/fair-queue.ts";
import { halfOf, StatementQueue } from "../../model/statement-queue.ts";
import type { RowBatch } from "../columns.ts";
import type { ConnectionConfig, RunOptions } from "../connector.ts";
import { Stopped } from "../failure.ts";
import { RESERVED_SESSIONS } from "./sessions.ts";

const MAX_CONCURRENT = 20;

export class QueuedRows {
  readonly #queue: StatementQueue;
  readonly #currentUserKey: () => string;
  readonly #enterQueue: () => () => void;

  constructor({ queries, currentUserKey = () => "", enterQueue = () => () => undefined }: ConnectionConfig) {
    const places = (queries?.perDatabase ?? MAX_CONCURRENT) + RESERVED_SESSIONS;
    this.#queue = new StatementQueue({
      slots: places,
      reserved: RESERVED_SESSIONS,
      perUser: queries?.perUser ?? halfOf(places),
    });
    this.#currentUserKey = currentUserKey;
    this.#enterQueue = enterQueue;
  }

  queueStatus(): QueueStatus {
    return this.#queue.statusOf(this.#currentUserKey());
  }

  async *rows({ signal }: RunOptions, send: () => AsyncIterable<RowBatch>): AsyncGenerator<RowBatch, void, undefined> {
    const leaveQueue = this.#enterQueue();
    const taken = this.#queue.take(this.#currentUserKey(), signal).finally(leaveQueue);
    const release = await taken.catch((): never => {
      throw new Stopped("cancelled", t("The query was stopped."));
    });
    try {
      yield* send();
    } finally {
      release();
    }
  }
}
