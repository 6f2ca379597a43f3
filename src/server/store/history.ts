import type { App } from "../app.ts";
import { agoText } from "../clock.ts";
import { peopleOf } from "./people.ts";

interface Audited {
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

/** Who made and last changed each row, and when, as lists tell it. */
export async function historiesOf(app: App, rows: readonly Audited[]) {
  const personOf = await peopleOf(
    app.db,
    rows.flatMap((row) => [row.changed_by_fk, row.created_by_fk]),
  );
  const now = app.clock.now();
  return (row: Audited) => ({
    changed_by: personOf(row.changed_by_fk),
    changed_on: row.changed_on,
    changed_on_delta_humanized: agoText(row.changed_on, now),
    created_by: personOf(row.created_by_fk),
    created_on: row.created_on,
    created_on_delta_humanized: agoText(row.created_on, now),
  });
}
