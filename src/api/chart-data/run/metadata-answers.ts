import type { Connector } from "../../../connectors/connector.ts";
import { TesseraError } from "../../../model/errors.ts";
import type { ResultType } from "../../../model/query-context.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { timeGrainsOf } from "../../../query/grains.ts";
import type { DatasetRecord } from "../../dataset/index.ts";

export const isRowless = (type: ResultType) => type === "query" || type === "columns" || type === "timegrains";

export function columnsAnswer({ columns }: DatasetRecord): object {
  const data = columns.map(({ column_name, verbose_name, type_generic }) => ({
    column_name,
    verbose_name: verbose_name ?? null,
    dtype: type_generic ?? null,
  }));
  return { data };
}

export function grainsAnswer({ dialect }: Connector): object {
  const data = timeGrainsOf(dialect).map(({ name, function: sql, duration }) => ({ name, function: sql, duration }));
  return { data };
}

export async function sqlAnswer(compile: () => Promise<Parameters<typeof queryText>[0]>): Promise<object> {
  try {
    return { query: queryText(await compile()), language: "sql" };
  } catch (error) {
    if (!(error instanceof TesseraError) || (error.status !== 400 && error.status !== 422)) throw error;
    return { language: "sql", error: error.message };
  }
}

export function queryText({
  compiled,
  offsets,
}: {
  compiled: CompiledQuery;
  offsets: readonly { compiled: CompiledQuery }[];
}): string {
  const statements = [compiled, ...offsets.map((entry) => entry.compiled)];
  return statements
    .flatMap(({ sql, prequery }) => [...(prequery ? [prequery.sql] : []), sql])
    .map((sql) => `${sql};\n\n`)
    .join("");
}
