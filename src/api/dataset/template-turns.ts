import { templateError } from "../../query/templates/template-error.ts";
import type { RenderTurns } from "../../query/templates/templates.ts";
import type { App } from "../../server/app.ts";
import { nextTurn } from "../../server/in-turns.ts";
import { personNow } from "../../server/person.ts";

/** Rendering of templates in one turn of the event loop. */
const TURN_MS = 20;
/** Rendering for one user in a window: each template has a limit of its own, but there may be hundreds. */
const USER_MS = 1000;
const WINDOW_MS = 10_000;

/** Templates are rendered in the main thread: this spreads them over turns, and limits what one user may take. */
class TemplateTurns implements RenderTurns {
  readonly #used = new Map<string, number>();
  #windowEnds = 0;
  #inTurnMs = 0;
  #turn: Promise<void> | undefined;

  /** Renders when there is time for it. Throws a 422 when the user has had too much of it. */
  async run<T>(render: () => Promise<T>): Promise<T> {
    this.#assertTimeLeft();
    while (this.#inTurnMs > TURN_MS) {
      this.#turn ??= this.#afterTurn();
      await this.#turn;
      this.#assertTimeLeft();
    }
    // Nothing is awaited in between: what is rendered now counts before the next one is let through.
    return render();
  }

  #assertTimeLeft(): void {
    if (performance.now() > this.#windowEnds) {
      this.#used.clear();
      this.#windowEnds = performance.now() + WINDOW_MS;
    }
    if ((this.#used.get(personNow()) ?? 0) > USER_MS)
      throw templateError("SecurityError", `your templates take too long, try again in ${WINDOW_MS / 1000} seconds`);
  }

  /** Counts what rendering took. */
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
