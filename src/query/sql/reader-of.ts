import { duckdbReader } from "./duckdb-reader.ts";
import { type PolyglotDialect, polyglotReader } from "./polyglot-reader.ts";
import { postgresReader } from "./postgres-reader.ts";
import type { SqlReader } from "./sql-reader.ts";

export type ReaderDialect = "postgresql" | "duckdb" | PolyglotDialect;

/** Evaluates an expression without columns in the engine. DuckDB parses its SQL itself. */
export type Evaluate = (expression: string) => Promise<string>;

export type SqlReaderFactory = (dialect: ReaderDialect, evaluate?: Evaluate) => SqlReader;

export const sqlReaderOf: SqlReaderFactory = (dialect, evaluate) => {
  if (dialect === "postgresql") return postgresReader();
  if (dialect !== "duckdb") return polyglotReader(dialect);
  if (!evaluate) throw new Error("DuckDB's reader needs the engine");
  return duckdbReader(evaluate);
};
