interface Drawn {
  name?: string;
  invisible?: boolean;
  parent?: Drawn | null;
}

/** Whether an element of the chart belongs to the visible number of names that a legend has no room for. */
export function isOfHiddenNames(element: unknown): boolean {
  for (let one = element as Drawn | null | undefined; one; one = one.parent) {
    if (one.invisible) return false;
    if (one.name === "pageText") return true;
  }
  return false;
}
