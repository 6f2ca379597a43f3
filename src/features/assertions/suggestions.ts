import type { Dataset, DatasetColumn } from "../../model/dataset.ts";
import { type AssertionFields, NEW_FIELDS } from "./assertion-fields.ts";

type Suggestion = Pick<AssertionFields, "kind" | "params">;

const FRESH_HOURS = 24;

/** Assertions that columns call for by their names and types, or those most datasets have. */
export function suggestionsFor(dataset: Dataset): AssertionFields[] {
  const columns = dataset.columns.filter(({ expression }) => !expression);
  const id = idColumn(dataset, columns);
  const time = columns.find(({ column_name }) => column_name === dataset.main_dttm_col) ?? columns.find(isTemporal);
  const suggestions: Suggestion[] = [
    ...(time ? [{ kind: "freshness" as const, params: { column: time.column_name, hours: FRESH_HOURS } }] : []),
    ...(id
      ? [
          { kind: "unique" as const, params: { columns: [id.column_name] } },
          { kind: "not_null" as const, params: { column: id.column_name } },
        ]
      : []),
  ];
  return suggestions.map((one) => ({ ...NEW_FIELDS, ...one }));
}

const isTemporal = ({ is_dttm, type_generic }: DatasetColumn) => is_dttm || type_generic === 2;

/** The column that names a row: `id`, that of the table (`order_id` of `orders`), or else the first column if it is one. */
function idColumn({ table_name }: Dataset, columns: readonly DatasetColumn[]): DatasetColumn | undefined {
  const named = (pattern: RegExp) => columns.find(({ column_name }) => pattern.test(column_name));
  const table = table_name
    .toLowerCase()
    .replace(/s$/, "")
    .replace(/[^a-z0-9_]/g, "");
  const own = table === "" ? undefined : named(new RegExp(`^${table}s?_?(id|key|uuid)$`, "i"));
  const first = columns[0];
  return (
    named(/^(id|uuid|guid|pk)$/i) ??
    own ??
    (first && /(_|^)(id|uuid|key)$|[a-z]Id$/.test(first.column_name) ? first : undefined)
  );
}
