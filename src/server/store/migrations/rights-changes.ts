import type { Migration } from "../migrate.ts";
import { RIGHTS_COLUMNS } from "../rights-state.ts";

/**
 * PostgreSQL notes every transaction that changes what decides rights, in a row of its own, so that no writer waits for
 * another. Whoever sees the same sum of `n` sees the same in these columns: what is committed only ever becomes more. Many
 * rows may be replaced by one with their sum. A store that was moved to another server numbers its transactions anew: the
 * time when one began tells it from an earlier one of its number.
 */
export const rightsChanges: Migration = {
  name: "0022-rights-changes",
  statements: (dialect) => (dialect === "postgres" ? [...notes, ...Object.entries(RIGHTS_COLUMNS).flatMap(watch)] : []),
};

const notes = [
  `create table rights_changes
    (transaction bigint primary key, begun_on timestamptz not null default now(), n bigint not null default 1)`,
  `create function note_change_of_rights() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into rights_changes (transaction) values (txid_current())
        on conflict (transaction) do update set n = rights_changes.n + 1, begun_on = now()
        where rights_changes.begun_on <> now();
      return null;
    end $$`,
];
const NOTE = "execute function note_change_of_rights()";

function watch([table, columns]: [string, readonly string[]]): string[] {
  const differs = columns.map((column) => `old."${column}" is distinct from new."${column}"`).join(" or ");
  const names = columns.map((column) => `"${column}"`).join(", ");
  return [
    `create trigger rights_added after insert or delete on ${table} for each row ${NOTE}`,
    `create trigger rights_emptied after truncate on ${table} for each statement ${NOTE}`,
    `create trigger rights_changed after update of ${names} on ${table} for each row when (${differs}) ${NOTE}`,
  ];
}
