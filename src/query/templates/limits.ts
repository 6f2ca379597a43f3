import { t } from "../../i18n/translate.ts";
import type { RuntimeValue } from "./jinja.ts";
import { entriesOf } from "./values.ts";

const MAX_WEIGHT = 400_000;

/**
 * Limits the size of values: the weight of one is the number of characters and entries it would have when printed. A
 * list that contains another one twice counts it twice, so lists of lists can't multiply unnoticed.
 */
export class Weights {
  readonly #known = new WeakMap<object, number>();
  readonly #failure: (message: string) => Error;

  constructor(failure: (message: string) => Error) {
    this.#failure = failure;
  }

  check(value: RuntimeValue): void {
    if (value.type === "StringValue") {
      if (String(value.value).length > MAX_WEIGHT) throw this.#failure(t("the template output is too long"));
    } else if (value.type === "NamespaceValue") {
      for (const [, entry] of entriesOf(value)) this.#of(entry);
    } else if (typeof value.value === "object" && value.value !== null) this.#of(value);
  }

  #of(value: RuntimeValue): number {
    const { type } = value;
    if (type === "StringValue") return String(value.value).length + 1;
    if (type === "NamespaceValue") throw this.#failure(t("a namespace can't be part of another value"));
    if (typeof value.value !== "object" || value.value === null) return 1;
    const known = this.#known.get(value.value);
    if (known !== undefined) return known;
    const entries = Array.isArray(value.value)
      ? (value.value as RuntimeValue[])
      : [...(value.value as Map<string, RuntimeValue>).values()];
    let weight = 1;
    for (const entry of entries) {
      weight += entry ? this.#of(entry) : 1;
      if (weight > MAX_WEIGHT) throw this.#failure(t("the template creates a value that is too large"));
    }
    this.#known.set(value.value, weight);
    return weight;
  }
}

/** CPU time of this thread; of the whole process if Node doesn't measure threads separately. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Whether this thread has used that much CPU time since the call. Time that a busy machine spends on other work doesn't
 * count. CPU time is read only after as much time has passed, because reading it takes longer than reading the clock.
 */
export function processorLimit(ms: number): () => boolean {
  const before = computedMs();
  let checkAt = performance.now() + ms;
  return () => {
    if (performance.now() < checkAt) return false;
    const left = ms - (computedMs() - before);
    checkAt = performance.now() + left;
    return left <= 0;
  };
}
