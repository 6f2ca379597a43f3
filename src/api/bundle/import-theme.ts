import { ensureTag } from "../tag/index.ts";
import { insertTheme, mayChangeTheme, updateTheme } from "../theme/index.ts";
import { ThemeFile } from "./files.ts";
import { planned, written } from "./import-plan.ts";
import { assertMayImport, type Import, importError, isReplaced } from "./import-run.ts";
import { textOfJson } from "./json-values.ts";
import { unknownKeys } from "./marks.ts";

export async function importTheme(run: Import, path: string, file: ThemeFile): Promise<void> {
  const { db, stamp, options } = run;
  const existing = await db.selectFrom("themes").selectAll().where("uuid", "=", file.uuid).executeTakeFirst();
  await planned(run, "theme", { path, name: file.theme_name, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "theme", file.uuid)) return;
  if (existing?.is_system) throw importError(options.noun, { [path]: "Cannot modify system themes." });
  if (!existing) await assertMayImport(run, "theme", { path });
  else if (run.user && !mayChangeTheme(run.user, existing))
    throw importError(options.noun, {
      [path]: "A theme already exists and user doesn't have permissions to overwrite it",
    });
  const values = { theme_name: file.theme_name, json_data: textOfJson(file.json_data) ?? "{}" };
  if (existing) await updateTheme(db, existing.id, { values, stamp });
  else await insertTheme(db, { ...values, uuid: file.uuid }, stamp);
  written(run, path, { object: undefined, uuid: file.uuid, extra: unknownKeys(file, ThemeFile) });
}

/** Ids of the tags that the files name; those that are not here are made, if the importer may. */
export async function importTags(run: Import): Promise<void> {
  const { db, user, bundle, tags, stamp } = run;
  const files = [...bundle.charts.values(), ...bundle.dashboards.values()];
  const names = new Set([...bundle.tags.keys(), ...files.flatMap((file) => file.tags ?? [])]);
  for (const name of names) {
    const known = await db.selectFrom("tags").select(["id", "type"]).where("name", "=", name).executeTakeFirst();
    if (known && known.type !== 1) continue;
    if (!known && user && !user.can("can_write", "Tag")) continue;
    const description = bundle.tags.get(name) ?? null;
    tags.set(name, known?.id ?? (await ensureTag(db, { name, description }, stamp)));
  }
}
