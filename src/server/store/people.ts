import type { Kysely } from "kysely";
import { byIds } from "./by-ids.ts";
import type { Tables } from "./tables.ts";

/** A person as answers name one. */
export type PersonName = {
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

/** People by id, for the "changed by" and "created by" of answers. */
export async function peopleOf(
  db: Kysely<Tables>,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => PersonName | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = await namesOf(db, wanted);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

/** "First Last"; empty when nobody is known. */
export function fullName(person: PersonName | null): string {
  return person ? `${person.first_name} ${person.last_name}`.trim() : "";
}
