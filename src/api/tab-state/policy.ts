import { forbidden, notFound } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { permission } from "../../server/http/route.ts";
import { findTab, type TabRecord } from "./store.ts";

export const tabPermission = (name: string) => permission(name, "TabStateView");
export const tablePermission = (name: string) => permission(name, "TableSchemaView");

/** 404 when there is no such tab, 403 when it is somebody else's. */
export async function ownTab({ app, user }: Pick<Context, "app" | "user">, id: number): Promise<TabRecord> {
  const tab = await findTab(app.db, id);
  if (!tab) throw notFound();
  if (tab.user_id !== user.id) throw forbidden();
  return tab;
}
