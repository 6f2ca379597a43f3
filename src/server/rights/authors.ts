import type { App } from "../app.ts";
import { accounts } from "../auth/accounts.ts";
import type { User } from "../user.ts";

/** Who made a chart or dashboard, and who changed it last; null: an account that was deleted, or the server itself. */
export interface Authored {
  created_by_fk: number | null;
  changed_by_fk: number | null;
  is_orphaned: boolean;
}

/**
 * The users whose permissions limit what the objects show to others: who created each and who changed it last. Objects
 * made by the command line or the example data have no author and no limit. Undefined when the last editor's account was
 * deleted: the object shows nothing to others until it is saved again.
 */
export async function authorsOf(app: App, objects: readonly Authored[]): Promise<User[] | undefined> {
  if (objects.some((object) => object.is_orphaned)) return undefined;
  const ids = objects.flatMap(({ created_by_fk, changed_by_fk }) => [created_by_fk, changed_by_fk]);
  const present = [...new Set(ids)].filter((id) => id !== null);
  const found = await Promise.all(present.map((id) => app.once(accounts).account(id)));
  const authors = found.filter((author) => author !== undefined);
  return authors.length === found.length ? authors : undefined;
}
