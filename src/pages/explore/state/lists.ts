export function removed<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

export function replaced<T>(list: readonly T[], index: number, entry: T): T[] {
  return list.map((old, at) => (at === index ? entry : old));
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = removed(list, from);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}
