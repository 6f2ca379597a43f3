import { sql } from "kysely";
import { changeRules } from "../../server/rights/changes.ts";
import { MANAGED_NAMES, MANAGED_TABLES, type ManagedNoun } from "../../server/rights/managed.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { ManagedAsset } from "./contract.ts";
import { bundledKind } from "./state.ts";

/**
 * Marks what the caller may change as managed by its file: `source` is a folder's name or URL. Keys by path. Returns
 * what wasn't marked before.
 */
export async function markManaged(
  { app, user }: Actor,
  source: string,
  paths: Readonly<Record<string, string>>,
): Promise<ManagedAsset[]> {
  const marked: ManagedAsset[] = [];
  for (const [path, uuid] of Object.entries(paths)) {
    const noun = bundledKind(path);
    if (noun !== "chart" && noun !== "dashboard" && noun !== "dataset" && noun !== "database") continue;
    const place = `${source.replace(/\/+$/, "")}/${path}`;
    const table = MANAGED_TABLES[noun];
    const row = await app.db
      .selectFrom(table)
      .select(["id", "is_managed_externally", "external_url", sql.ref<string | null>(MANAGED_NAMES[noun]).as("name")])
      .where("uuid", "=", uuid)
      .executeTakeFirst();
    if (!row || (row.is_managed_externally && row.external_url === place)) continue;
    if (noun === "database" ? !user.isAdmin : !(await mayChange({ app, user }, noun, row.id))) continue;
    const mark = { is_managed_externally: true, external_url: place };
    await app.db.updateTable(table).set(mark).where("id", "=", row.id).execute();
    app.events.changed(noun, row.id);
    marked.push({ path, kind: noun, name: row.name ?? "", managed_by: place });
  }
  return marked;
}

export async function unmark({ app }: Actor, noun: ManagedNoun, id: number): Promise<void> {
  await app.db
    .updateTable(MANAGED_TABLES[noun])
    .set({ is_managed_externally: false, external_url: null })
    .where("id", "=", id)
    .execute();
}

async function mayChange({ app, user }: Actor, noun: "chart" | "dashboard" | "dataset", id: number): Promise<boolean> {
  const allowed = await allowedAmong(app.db, { table: MANAGED_TABLES[noun], rules: changeRules(user, noun) }, [id]);
  return allowed.has(id);
}
