import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { functionNames } from "../../api/database/contract.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { CodeWord } from "../../ui/CodeEditor.tsx";
import { call } from "../client.ts";

/** Engines that quote names by something else than double quotes. */
const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  mysql: ["`", "`"],
  mariadb: ["`", "`"],
  bigquery: ["`", "`"],
  mssql: ["[", "]"],
};

/** Engines that read a name without quotes in lower case. */
const FOLDING = new Set(["postgresql", "redshift"]);

/** What engines take for their own words; a name that is quoted without need does no harm. */
const RESERVED = new Set(
  `all and any as asc between by case cast check column constraint create cross default delete desc distinct drop else
  end except exists false fetch for foreign from full grant group having in inner insert intersect into is join key
  lateral left like limit natural not null offset on or order outer over primary references right row rows select set
  some table then to true union unique update user using values when where window with`.split(/\s+/),
);

/** A column's name as the engine's SQL has it: quoted where it must be. */
export function sqlName(name: string, backend: string | undefined): string {
  const plain = FOLDING.has(backend ?? "") ? /^[a-z_][a-z0-9_]*$/ : /^[A-Za-z_][A-Za-z0-9_]*$/;
  if (plain.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  const [open, close] = QUOTES[backend ?? ""] ?? ['"', '"'];
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}

/** What SQL over a dataset is made of: its columns, its metrics as they are calculated, and the engine's functions. */
export function datasetWords(dataset: Dataset | undefined, functions: readonly string[]): CodeWord[] {
  if (!dataset) return [];
  const backend = dataset.database?.backend;
  return [
    ...dataset.columns.map(
      ({ column_name, type }): CodeWord => ({
        name: column_name,
        kind: "column",
        detail: type?.toLowerCase() || "column",
        written: sqlName(column_name, backend),
      }),
    ),
    ...dataset.metrics.map(
      ({ metric_name, expression }): CodeWord => ({ name: metric_name, kind: "metric", written: expression }),
    ),
    ...functions.map((name): CodeWord => ({ name, kind: "function" })),
  ];
}

/** The words of a dataset; the functions are asked of its database once. */
export function useSqlWords(dataset: Dataset | undefined): readonly CodeWord[] {
  const id = dataset?.database?.id;
  const { data: functions } = useQuery({
    queryKey: ["database", id, "functions"],
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await call(functionNames, { params: { id: id ?? 0 } }, { signal });
      return [...new Set(answer.function_names)].filter((name) => /^[a-z]\w*$/i.test(name));
    },
  });
  return useMemo(() => datasetWords(dataset, functions ?? []), [dataset, functions]);
}
