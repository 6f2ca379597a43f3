const within = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/** The changes that somebody made: a chart's queries follow from its `params`, and say the same again. */
export function chosenChanges<T>(changes: readonly T[], pathOf: (change: T) => string): readonly T[] {
  const isTold = changes.some((change) => within(pathOf(change), "params"));
  return isTold ? changes.filter((change) => !within(pathOf(change), "query_context")) : changes;
}
