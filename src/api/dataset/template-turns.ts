import { templateError } from "../../query/templates/template-error.ts";
import type { RenderTurns } from "../../query/templates/templates.ts";
import type { App } from "../../server/app.ts";
import { nextTurn } from "../../server/in-turns.ts";
import { personNow } from "../../server/person.ts";

/** Rendering time per turn of the event loop. */
const TURN_MS = 20;
/** Rendering time per user and window. Each template has its own limit, but a request can have hundreds. */
const USER_MS = 1000;
const WINDOW_MS = 10_000;

/** Templates render in the main thread: spreads them over turns of the event loop and limits the time per user. */
class TemplateTurns implements RenderTurns {
  readonly #used = new Map<string, number>();
  #windowEnds = 0;
  #inTurnMs = 0;
  #turn: Promise<void> | undefined;

  /** Renders once the current turn has time left. */
  async run<T>(render: () => Promise<T>): Promise<T> {
    while (this.#inTurnMs > TURN_MS) {
      this.#turn ??= this.#afterTurn();
      await this.#turn;
    }
    // No await before this: the time is added before the next rendering checks it.
    return render();
  }

  assertTimeLeft(): void {
    if (performance.now() > this.#windowEnds) {
      this.#used.clear();
      this.#windowEnds = performance.now() + WINDOW_MS;
    }
    if ((this.#used.get(personNow()) ?? 0) > USER_MS)
      throw templateError("SecurityError", `your templates take too long. Try again in ${WINDOW_MS / 1000} seconds.`);
  }

  add(ms: number): void {
    const person = personNow();
    this.#inTurnMs += ms;
    this.#used.set(person, (this.#used.get(person) ?? 0) + ms);
  }

  async #afterTurn(): Promise<void> {
    await nextTurn();
    this.#inTurnMs = 0;
    this.#turn = undefined;
  }
}

export const templateTurnsOf = (app: App): TemplateTurns => app.once(openTurns);

const openTurns = () => new TemplateTurns();
