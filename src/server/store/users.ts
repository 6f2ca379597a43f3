import type { Kysely } from "kysely";
import type { App } from "../app.ts";
import { agoText } from "../clock.ts";
import { byIds } from "./by-ids.ts";
import type { Tables } from "./tables.ts";

export type UserName = {
  id: number;
  first_name: string;
  last_name: string;
};

const namesOf = byIds((db, ids) =>
  db
    .selectFrom("users")
    .select(["id", "first_name", "last_name"])
    .where("id", "in", [...ids])
    .compile(),
);

export async function usersById(
  db: Kysely<Tables>,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => UserName | null> {
  const userIds = [...new Set(ids.filter((id) => id !== null))];
  const rows = await namesOf(db, userIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

export function fullName(user: UserName | null): string {
  return user ? `${user.first_name} ${user.last_name}`.trim() : "";
}

interface Audited {
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

export async function historiesOf(app: App, rows: readonly Audited[]) {
  const userOf = await usersById(
    app.db,
    rows.flatMap((row) => [row.changed_by_fk, row.created_by_fk]),
  );
  const now = app.clock.now();
  return (row: Audited) => ({
    changed_by: userOf(row.changed_by_fk),
    changed_on: row.changed_on,
    changed_on_delta_humanized: agoText(row.changed_on, now),
    created_by: userOf(row.created_by_fk),
    created_on: row.created_on,
    created_on_delta_humanized: agoText(row.created_on, now),
  });
}
