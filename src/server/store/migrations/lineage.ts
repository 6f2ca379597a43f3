import type { Migration } from "../migrate.ts";

type Dialect = Parameters<Migration["statements"]>[0];

/** Columns whose changes can change what an object uses. */
const WATCHED = [
  { table: "charts", kind: "chart", id: "id", columns: ["params", "query_context", "viz_type", "datasource_id"] },
  { table: "dashboards", kind: "dashboard", id: "id", columns: ["json_metadata"] },
  {
    table: "datasets",
    kind: "dataset",
    id: "id",
    columns: ["database_id", "catalog", "schema", "table_name", "sql", "template_params", "main_dttm_col"],
  },
  { table: "dataset_columns", kind: "dataset", id: "dataset_id", columns: ["column_name", "expression"] },
  { table: "dataset_metrics", kind: "dataset", id: "dataset_id", columns: ["metric_name", "expression"] },
  { table: "reports", kind: "report", id: "id", columns: ["sql", "database_id"] },
];

const triggersOf = (dialect: Dialect) =>
  WATCHED.flatMap(({ table, kind, id, columns }) =>
    [
      { change: "added", event: "insert", row: "new" },
      { change: "changed", event: `update of ${columns.join(", ")}`, row: "new" },
      { change: "removed", event: "delete", row: "old" },
    ].map(({ change, event, row }) => {
      const head = `create trigger lineage_${table}_${change} after ${event} on ${table} for each row`;
      if (dialect === "postgres") return `${head} execute function note_lineage_change_by_${id}('${kind}')`;
      return `${head} begin
        insert into lineage_changes (kind, object_id, mark) values ('${kind}', ${row}.${id}, abs(random() % 2147483647))
        on conflict (kind, object_id) do update set mark = excluded.mark; end`;
    }),
  );

const functionOf = (id: string) =>
  `create function note_lineage_change_by_${id}() returns trigger language plpgsql set search_path from current as $$
   declare changed integer;
   begin
     if tg_op = 'DELETE' then changed := old.${id}; else changed := new.${id}; end if;
     insert into lineage_changes (kind, object_id, mark) values (tg_argv[0], changed, floor(random() * 2147483647))
     on conflict (kind, object_id) do update set mark = excluded.mark;
     return null;
   end $$`;

/**
 * `lineage_edges` says what each object uses. It is derived: triggers note in `lineage_changes` which objects have to
 * be read again, whatever wrote them, and `api/lineage` reads them.
 */
export const lineage: Migration = {
  name: "0048-lineage",
  statements: (dialect) => [
    `create table lineage_edges (
      owner_kind text not null,
      owner_id integer not null,
      kind text not null,
      object_id integer not null,
      name text not null,
      role text not null,
      target_kind text not null,
      target_id integer not null,
      target_name text not null
    )`,
    "create index lineage_edges_by_owner on lineage_edges (owner_kind, owner_id)",
    "create index lineage_edges_by_user on lineage_edges (kind, object_id, name)",
    "create index lineage_edges_by_target on lineage_edges (target_kind, target_id, target_name)",
    `create table lineage_changes (
      kind text not null,
      object_id integer not null,
      mark integer not null,
      primary key (kind, object_id)
    )`,
    `create table lineage_lost (
      source_id integer not null,
      kind text not null,
      dataset_id integer not null,
      name text not null,
      cause text not null,
      found_on text not null,
      primary key (kind, dataset_id, name, source_id)
    )`,
    "create index lineage_lost_by_source on lineage_lost (source_id)",
    ...(dialect === "postgres" ? ["id", "dataset_id"].map(functionOf) : []),
    ...triggersOf(dialect),
  ],
};
