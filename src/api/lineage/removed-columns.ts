/** By dataset: columns that it had before its last saves, until its table is checked. */
export const removedColumns = (): Map<number, Set<string>> => new Map();
