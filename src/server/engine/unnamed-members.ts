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
 * Structs such as `row(1, 'x')` have unnamed members, of which the library would keep only the last. So they are
 * numbered in the type that the library reads by.
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

export function unnamedMembers(value: DuckDBStructValue, type: DuckDBType): [DuckDBValue, DuckDBType][] | undefined {
  if (!(type instanceof DuckDBStructType) || !numbered.has(type)) return undefined;
  return type.entryTypes.map((own, i) => [value.entries[String(i)] as DuckDBValue, own]);
}
