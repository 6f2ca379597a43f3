import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { canReadAllData } from "../rights/datasets.ts";
import { accounts } from "./accounts.ts";
import { ensureAdministrator } from "./administrator.ts";
import { pairsOf } from "./role-matrix.ts";
import { seedRoles } from "./seed-roles.ts";

describe("the built-in roles", () => {
  test("no permission is granted twice", () => {
    for (const role of ["Admin", "Alpha", "Gamma", "sql_lab"]) {
      const pairs = pairsOf(role).map((pair) => pair.join(" "));
      expect(new Set(pairs).size).toBe(pairs.length);
    }
  });
});

describe("the roles in the store", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test("seeding again keeps permissions on single objects and repairs the rest", async () => {
    const { app } = server;
    const gamma = await app.db.selectFrom("roles").select("id").where("name", "=", "Gamma").executeTakeFirstOrThrow();
    const own = { role_id: gamma.id, permission: "datasource_access", view: "[examples].[flights](id:1)" };
    await app.db.insertInto("role_permissions").values(own).execute();
    await app.db
      .deleteFrom("role_permissions")
      .where("role_id", "=", gamma.id)
      .where("permission", "=", "can_read")
      .execute();
    await seedRoles(app);
    const count = async () =>
      (await app.db.selectFrom("role_permissions").selectAll().where("role_id", "=", gamma.id).execute()).length;
    expect(await count()).toBeLessThan(pairsOf("Gamma").length);
    await app.db.updateTable("settings").set({ value: "older" }).where("name", "=", "built_in_roles").execute();
    await seedRoles(app);
    expect(await count()).toBe(pairsOf("Gamma").length + 1);
    const user = await app.once(accounts).active(await server.userId("gamma"));
    expect(user?.can("datasource_access", own.view)).toBe(true);
    expect(user && canReadAllData(user)).toBe(false);
  });

  test("a server that is older than the one that seeded last changes nothing", async () => {
    const { app } = server;
    const set = (name: string, value: string) =>
      app.db.updateTable("settings").set({ value }).where("name", "=", name).execute();
    const gamma = await app.db.selectFrom("roles").select("id").where("name", "=", "Gamma").executeTakeFirstOrThrow();
    const later = { role_id: gamma.id, permission: "can_read", view: "Later" };
    await app.db.insertInto("role_permissions").values(later).execute();
    await set("built_in_roles", "of a later version");
    await set("built_in_roles_version", "99.0.0");
    const count = async () =>
      (await app.db.selectFrom("role_permissions").selectAll().where("view", "=", "Later").execute()).length;
    await seedRoles(app);
    expect(await count()).toBe(1);
    await set("built_in_roles_version", "0.1.0");
    await seedRoles(app);
    expect(await count()).toBe(0);
  });

  test("a role called Admin in any letter case has every permission", async () => {
    await server.app.db.insertInto("roles").values({ name: "aDMIN" }).execute();
    server.app.events.changed("role");
    const admin = await server.as("admin");
    const created = await admin.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title: "Theirs" });
    const other = await server.as("shouting", ["aDMIN"]);
    const changed = await other.put(`/api/v1/dashboard/${created.body.id}`, { dashboard_title: "Changed" });
    expect(changed.status).toBe(200);
    const { body } = await other.get<{ result: { roles: Record<string, string[][]> } }>("/api/v1/me/roles/");
    expect(body.result.roles.aDMIN).toContainEqual(["can_write", "Dashboard"]);
  });

  test("a changed role applies to the next request", async () => {
    const id = await server.userId("alpha");
    const before = await server.app.once(accounts).active(id);
    expect(before && canReadAllData(before)).toBe(true);
    await server.app.db.deleteFrom("user_roles").where("user_id", "=", id).execute();
    server.app.events.changed("user", id);
    const after = await server.app.once(accounts).active(id);
    expect(after?.roles).toEqual([]);
  });

  test("an administrator is created for an empty store only", async () => {
    expect(await ensureAdministrator(server.app)).toMatchObject({ isNew: false, hasPassword: false });
    await server.app.db.updateTable("users").set({ username: "boss" }).where("username", "=", "admin").execute();
    expect(await ensureAdministrator(server.app)).toBeUndefined();
  });
});
