import { type Client, listAt } from "./client.ts";

/** Removes everything with the run's name, whether or not an attack succeeded. */

interface Collection {
  path: string;
  name: string;
}

const COLLECTIONS: readonly Collection[] = [
  { path: "rowlevelsecurity", name: "name" },
  { path: "report", name: "name" },
  { path: "dashboard", name: "dashboard_title" },
  { path: "chart", name: "slice_name" },
  { path: "dataset", name: "table_name" },
  { path: "database", name: "database_name" },
  { path: "css_template", name: "template_name" },
  { path: "theme", name: "theme_name" },
  { path: "tag", name: "name" },
  { path: "security/groups", name: "name" },
];
const ACCOUNTS: readonly Collection[] = [
  { path: "security/users", name: "username" },
  { path: "security/roles", name: "name" },
];
const PRIVATE: readonly Collection[] = [
  { path: "saved_query", name: "label" },
  { path: "security/api_keys", name: "name" },
];

/** Returns what couldn't be removed. */
export async function sweep(admin: Client, clients: readonly Client[], name: string): Promise<string[]> {
  for (const client of clients) for (const one of PRIVATE) await removeFrom(client, one, name);
  const left: string[] = [];
  for (const one of COLLECTIONS) left.push(...(await removeFrom(admin, one, name)));
  await emptyTrash(admin, name);
  for (const one of ACCOUNTS) left.push(...(await removeFrom(admin, one, name)));
  return left;
}

const MAX_ROUNDS = 20;

async function removeFrom(client: Client, { path, name: column }: Collection, name: string): Promise<string[]> {
  const filter = path.endsWith("api_keys") ? "" : `filters:!((col:${column},opr:ct,value:${name})),`;
  let left: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = listAt(await client.get(`/api/v1/${path}/?q=(${filter}page_size:100)`), "result").filter((row) =>
      String(row[column]).includes(name),
    );
    left = rows.map((row) => `${path} ${row.id ?? row.uuid}: ${row[column]}`);
    const statuses: number[] = [];
    for (const row of rows) statuses.push((await client.delete(`/api/v1/${path}/${row.id ?? row.uuid}`)).status);
    if (!statuses.some((status) => status < 300)) break;
  }
  return left;
}

async function emptyTrash(admin: Client, name: string): Promise<void> {
  const rows = listAt(await admin.get("/api/v1/trash/?q=(page_size:100)"), "result");
  for (const row of rows) {
    if (JSON.stringify(row).includes(name)) await admin.delete(`/api/v1/trash/${row.id}`);
  }
}
