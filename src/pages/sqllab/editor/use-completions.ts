import { useMemo } from "react";
import { t } from "../../../i18n/translate.ts";
import type { CodeWord } from "../../../ui/code/CodeEditor.tsx";
import { useDebounced } from "../../../web/client/clock.ts";
import { sqlName } from "../../../web/sql/words.ts";
import { useDatabase, useTab } from "../state/lab-context.ts";
import { type TableName, useFunctions, useManyDetails, useSchemas, useTables } from "../state/metadata.ts";

const MAX_TABLES = 12;

export function useCompletions(): readonly CodeWord[] {
  const { dbId, catalog, schema, sql } = useTab();
  const backend = useDatabase()?.backend;
  const debounced = useDebounced(sql);
  const { data: schemas } = useSchemas({ dbId, catalog });
  const own = schema ?? (schemas?.length === 1 ? (schemas[0] ?? null) : null);
  const { data: tables } = useTables({ dbId, catalog }, own === null ? [] : [own])[0] ?? {};
  const { data: functions } = useFunctions(dbId);
  const named = useMemo(() => namedTables(tables ?? [], debounced), [tables, debounced]);
  const details = useManyDetails(named.map((name) => ({ dbId, catalog, schema: own, name })));
  const columns = details.map(({ data }) => data?.columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when other columns have loaded
  return useMemo(
    () => [
      ...named.flatMap((name, at) =>
        (columns[at] ?? []).map(
          (column): CodeWord => ({
            name: column.name,
            kind: "column",
            detail: column.type.toLowerCase(),
            written: sqlName(column.name, backend),
            owner: name,
          }),
        ),
      ),
      ...(tables ?? []).map(({ name, isView }): CodeWord => {
        const kind = {
          kind: "table",
          detail: isView ? t("view##database object") : t("table##database object"),
        } as const;
        return { name, ...kind, written: sqlName(name, backend), owner: own ?? undefined };
      }),
      ...(schemas ?? []).map((name): CodeWord => ({ name, kind: "schema", written: sqlName(name, backend) })),
      ...(functions ?? []).map((name): CodeWord => ({ name, kind: "function" })),
    ],
    [named, columns.map((one) => one?.length).join(), tables, schemas, functions, backend, own],
  );
}

function namedTables(tables: readonly TableName[], sql: string): string[] {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const isNamed = (name: string) => words.has(name.toLowerCase()) || (/\W/.test(name) && sql.includes(name));
  return tables.flatMap(({ name }) => (isNamed(name) ? [name] : [])).slice(0, MAX_TABLES);
}
