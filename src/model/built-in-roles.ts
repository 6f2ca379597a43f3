import type { Message } from "../i18n/message.ts";
import { msg } from "../i18n/translate.ts";

export const ADMIN_ROLE = "Admin";
/** Holds for everyone who isn't signed in. */
export const PUBLIC_ROLE = "Public";

const TEXTS: ReadonlyMap<string, Message> = new Map([
  [ADMIN_ROLE, msg("Everything, including users, roles and databases")],
  ["Alpha", msg("Reads all data; creates datasets, charts, dashboards and alerts")],
  ["Gamma", msg("Creates charts and dashboards from the data that other roles grant")],
  ["sql_lab", msg("Writes SQL in SQL Lab for the databases that other roles grant")],
  [PUBLIC_ROLE, msg("Everyone who isn't signed in")],
]);

/** What a built-in role is for. */
export const textOfRole = (name: string): Message | undefined => TEXTS.get(name);
