import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PASSWORD, startServer } from "../../src/testing/stage.ts";
import { freePort } from "../services.ts";
import { Account, q } from "./account.ts";

export interface RunningTessera {
  admin: Account;
  gamma: Account;
  stop(): Promise<void>;
}

export async function startTessera(): Promise<RunningTessera> {
  const home = mkdtempSync(join(tmpdir(), "tessera-compared-"));
  const env = { TESSERA_EXAMPLES: "off", TESSERA_PICTURES: "off", TESSERA_ALLOWED_HOSTS: "127.0.0.1" };
  const server = await startServer({ home, port: await freePort(), env });
  const admin = await Account.signIn(server.url, { username: "admin", password: PASSWORD });
  return {
    admin,
    gamma: await addReader(admin),
    stop: async () => {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function addReader(admin: Account): Promise<Account> {
  const username = "reader";
  const named = (col: string, value: string) => q({ filters: [{ col, opr: "eq", value }] });
  const { result: pairs } = await admin.get<{ result: { id: number }[] }>(
    `/api/v1/security/permissions-resources/?q=${named("permission.name", "all_datasource_access")}`,
  );
  const { id: role } = await admin.post<{ id: number }>("/api/v1/security/roles/", { name: "all datasets" });
  await admin.post(`/api/v1/security/roles/${role}/permissions`, {
    permission_view_menu_ids: pairs.map(({ id }) => id),
  });
  const { result: gammas } = await admin.get<{ result: { id: number }[] }>(
    `/api/v1/security/roles/?q=${named("name", "Gamma")}`,
  );
  await admin.post("/api/v1/security/users/", {
    username,
    password: PASSWORD,
    first_name: "Read",
    last_name: "Er",
    email: "reader@example.org",
    active: true,
    roles: [...gammas.map(({ id }) => id), role],
  });
  return Account.signIn(admin.url, { username, password: PASSWORD });
}
