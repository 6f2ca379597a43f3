import { type BlockRun, isEmpty, type Scope } from "./values.ts";

/** The blocks every template has. */
export const builtInBlocks: ReadonlyMap<string, (run: BlockRun) => string> = new Map([
  ["if", (run) => (isTrue(run) ? run.inside(run.scope) : run.otherwise())],
  ["unless", (run) => (isTrue(run) ? run.otherwise() : run.inside(run.scope))],
  ["with", entered],
  ["each", walked],
]);

function isTrue({ params: [value], hash }: BlockRun): boolean {
  return value === 0 ? hash.includeZero === true : !isEmpty(value);
}

function entered(run: BlockRun): string {
  const [value] = run.params;
  if (isEmpty(value)) return run.otherwise();
  return run.inside(inner(run, value, { names: [value] }));
}

/** Lists by their index, objects by their keys. */
function walked(run: BlockRun): string {
  const [value] = run.params;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return run.otherwise();
  return entries
    .map(([key, item], index) => {
      const data = { index, key, first: index === 0, last: index === entries.length - 1 };
      return run.inside(inner(run, item, { names: [item, key], data }));
    })
    .join("");
}

interface Inner {
  /** Values of the block's parameters, in order. */
  names: readonly unknown[];
  data?: Record<string, unknown>;
}

function inner({ scope, names: given }: BlockRun, value: unknown, { names, data }: Inner): Scope {
  return {
    value,
    parent: scope,
    data: data ? { ...scope.data, ...data } : scope.data,
    names: Object.fromEntries(given.map((name, i) => [name, names[i]])),
  };
}
