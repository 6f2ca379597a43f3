import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBStructValue,
  type DuckDBType,
  DuckDBUnionType,
  type DuckDBValue,
} from "@duckdb/node-api";

/**
 * Members of a structure such as `row(1, 'x')` have no names, under which the library keeps what it reads: of several, only
 * the last would be left. So each is known by its place, in the type that the library reads by.
 */
export function numberUnnamed(type: DuckDBType): void {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) numberUnnamed(type.valueType);
  if (type instanceof DuckDBMapType) for (const part of [type.keyType, type.valueType]) numberUnnamed(part);
  if (type instanceof DuckDBUnionType) type.memberTypes.forEach(numberUnnamed);
  if (!(type instanceof DuckDBStructType)) return;
  type.entryTypes.forEach(numberUnnamed);
  if (numbered.has(type) || type.entryNames.some((name) => name !== "")) return;
  numbered.add(type);
  const { entryNames, entryIndexes } = type as unknown as Writable;
  for (const i of entryNames.keys()) {
    entryNames[i] = String(i);
    entryIndexes[String(i)] = i;
  }
}

interface Writable {
  entryNames: string[];
  entryIndexes: Record<string, number>;
}

const numbered = new WeakSet<DuckDBType>();

/** The members of a structure without names, with their types; undefined of one with names. */
export function unnamedMembers(value: DuckDBStructValue, type: DuckDBType): [DuckDBValue, DuckDBType][] | undefined {
  if (!(type instanceof DuckDBStructType) || !numbered.has(type)) return undefined;
  return type.entryTypes.map((own, i) => [value.entries[String(i)] as DuckDBValue, own]);
}
