import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { functionNames } from "../../api/database/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { CodeWord } from "../../ui/code/CodeEditor.tsx";
import { call } from "../client/client.ts";

const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  mysql: ["`", "`"],
  mariadb: ["`", "`"],
  bigquery: ["`", "`"],
  mssql: ["[", "]"],
};

/** Names that don't need quotes; some engines fold unquoted names to one case. */
const ANY_CASE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PLAIN: Readonly<Record<string, RegExp>> = {
  postgresql: /^[a-z_][a-z0-9_]*$/,
  redshift: /^[a-z_][a-z0-9_]*$/,
  snowflake: /^[A-Z_][A-Z0-9_]*$/,
};

/** Reserved in some engine; needless quoting does no harm. */
const RESERVED = new Set(
  `account all alter and any as asc at authorization between both by call case cast change check collate column
  condition connect connection constraint contains create cross cube cume_dist current current_date current_time
  current_timestamp current_user database databases default delete dense_rank desc describe distinct div drop each
  else end enum escape except exclude exists explain extract false fetch first_value following for foreign from full
  function grant group grouping groups hash having if ignore ilike in increment index inner insert intersect interval
  into is issue join key keys kill lag last_value lateral lead leading left like limit lines load localtime
  localtimestamp lock lookup match merge minus mod natural new not ntile null nulls of offset on open option or order
  organization out outer over partition percent percent_rank plan preceding primary procedure proto public qualify
  range rank read recursive references regexp rename repeat replace respect revoke right rlike rollup row row_number
  rows rule sample schema schemas select set show some start system table tablesample then to top trailing treat
  trigger true try_cast unbounded union unique unnest unsigned update usage use user using values view when whenever
  where while window with within write xor`.split(/\s+/),
);

export function sqlName(name: string, backend: string | undefined): string {
  const plain = PLAIN[backend ?? ""] ?? ANY_CASE;
  if (plain.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  const [open, close] = QUOTES[backend ?? ""] ?? ['"', '"'];
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}

export function datasetWords(dataset: Dataset | undefined, functions: readonly string[]): CodeWord[] {
  if (!dataset) return [];
  const backend = dataset.database?.backend;
  return [
    ...dataset.columns.map(
      ({ column_name, type }): CodeWord => ({
        name: column_name,
        kind: "column",
        detail: type?.toLowerCase() || t("column"),
        written: sqlName(column_name, backend),
      }),
    ),
    ...dataset.metrics.map(
      ({ metric_name, expression }): CodeWord => ({ name: metric_name, kind: "metric", written: expression }),
    ),
    ...functions.map((name): CodeWord => ({ name, kind: "function" })),
  ];
}

/** Functions are loaded once per database. */
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
