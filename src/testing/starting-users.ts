import { randomBytes } from "node:crypto";
import type { App } from "../server/app.ts";
import { createUser } from "../server/auth/administrator.ts";
import { seedRoles } from "../server/auth/seed-roles.ts";
import { readConfig } from "../server/config/config.ts";
import { createApp } from "../server/start/create-app.ts";
import type { StoreLocation } from "../server/store/database.ts";

export const STARTING_USERS: Readonly<Record<string, readonly string[]>> = {
  admin: ["Admin"],
  alpha: ["Alpha"],
  gamma: ["Gamma"],
};

export async function addStartingUsers(app: App): Promise<void> {
  await seedRoles(app);
  for (const [username, roles] of Object.entries(STARTING_USERS)) await ensureUser(app, username, roles);
}

export async function ensureUser(app: App, username: string, roles: readonly string[]): Promise<number> {
  const known = await app.db.selectFrom("users").select("id").where("username", "=", username).executeTakeFirst();
  if (known) return known.id;
  const firstName = username.charAt(0).toUpperCase() + username.slice(1);
  const email = `${username}@example.org`;
  return createUser(app, { username, firstName, lastName: "User", email, password_hash: null }, roles);
}

export async function seedStore(store: StoreLocation): Promise<void> {
  const app = await createApp(readConfig({}, process.cwd()), { secret: randomBytes(32), store });
  await addStartingUsers(app);
  await app.close();
}
