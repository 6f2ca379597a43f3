import { randomBytes } from "node:crypto";
import { answerSummary, Client, idOf, listAt, valueAt } from "./client.ts";
import { addRole, addUser, type Pairs, readPairs, WRITER_PAIRS } from "./people.ts";
import { sweep } from "./sweep.ts";

/**
 * What a run creates on the tested server: users, roles, a dataset of literal rows, charts and dashboards. All names
 * begin with the run's name, by which they are removed.
 */
export interface World {
  readonly name: string;
  readonly secret: string;
  /** Longest time that other users may wait, in milliseconds. */
  readonly gapMs: number;
  readonly isTried: (at: number) => boolean;
  readonly admin: Client;
  readonly anonymous: Client;
  /** Can write charts, dashboards and SQL, but read no data. */
  readonly writer: Client;
  readonly member: Client;
  readonly memberRoleId: number;
  readonly writerId: number;
  readonly databases: readonly Database[];
  readonly database: Database;
  readonly datasetId: number;
  readonly chartId: number;
  readonly boardId: number;
  readonly draftId: number;
  readonly embedded: { id: number; uuid: string };
  readonly pairs: Pairs;
  /** Signs guest tokens; undefined unless the environment sets it. */
  readonly guestSecret: string | undefined;
  guest(): Promise<Client>;
  addUser(suffix: string, roles: readonly number[]): Promise<{ id: number; client: Client }>;
  addRole(suffix: string, pairs: readonly string[]): Promise<number>;
}

export interface Database {
  id: number;
  name: string;
  backend: string;
}

export interface RunOptions {
  url: string;
  user: string;
  password: string;
  gapMs?: number;
  /** Selects heavy statements by number; default: all. */
  isTried?: (at: number) => boolean;
  guestSecret?: string | undefined;
}

export interface Run {
  readonly client: Client;
  build(): Promise<World>;
  /** Returns what couldn't be removed. */
  clean(): Promise<string[]>;
}

export async function signIn(client: Client, username: string, password: string): Promise<Client> {
  const answer = await client.post("/api/v1/security/login", { username, password, provider: "db" });
  const token = valueAt(answer, "access_token");
  if (typeof token !== "string") throw new Error(`${username} can't sign in: ${answerSummary(answer)}`);
  return client.with({ authorization: `Bearer ${token}` });
}

export async function startRun(options: RunOptions): Promise<Run> {
  const anonymous = new Client(options.url);
  const admin = await signIn(anonymous, options.user, options.password);
  const name = `attack-${randomBytes(4).toString("hex")}`;
  const clients: Client[] = [admin];
  return {
    client: anonymous,
    build: () => build({ name, admin, anonymous, clients, options }),
    clean: () => sweep(admin, clients, name),
  };
}

interface Start {
  name: string;
  admin: Client;
  anonymous: Client;
  clients: Client[];
  options: RunOptions;
}

async function build({ name, admin, anonymous, clients, options }: Start): Promise<World> {
  const secret = `secret-${randomBytes(6).toString("hex")}`;
  const databases = await queryable(admin);
  const [database] = databases;
  if (!database) throw new Error("No database in SQL Lab answers SELECT 1: connect one first.");
  const pairs = await readPairs(admin);
  const newRole = (suffix: string, granted: readonly string[]) =>
    addRole(admin, `${name}-${suffix}`, { pairs, granted });
  const newUser = async (suffix: string, roles: readonly number[]) => {
    const user = await addUser(admin, `${name}-${suffix}`, roles);
    const client = await signIn(anonymous, user.username, user.password);
    clients.push(client);
    return { id: user.id, client };
  };
  const memberRoleId = await newRole("members", ["can_read Chart", "can_read Dashboard", "can_csv Superset"]);
  const member = await newUser("member", [memberRoleId]);
  const writer = await newUser("writer", [await newRole("writers", WRITER_PAIRS), memberRoleId]);
  const objects = await addObjects({ name, secret, admin, database, memberRoleId });
  const { gapMs = 500, isTried = () => true, guestSecret } = options;
  const shared = { name, secret, gapMs, isTried, guestSecret, admin, anonymous };
  const people = { writer: writer.client, writerId: writer.id, member: member.client, memberRoleId };
  const guest = () => guestOf(admin, anonymous, objects.embedded.uuid);
  return { ...shared, ...people, ...objects, databases, database, pairs, guest, addUser: newUser, addRole: newRole };
}

async function guestOf(admin: Client, anonymous: Client, uuid: string): Promise<Client> {
  const body = { user: { username: "attack" }, resources: [{ type: "dashboard", id: uuid }], rls: [] };
  const token = valueAt(await admin.post("/api/v1/security/guest_token/", body), "token");
  return anonymous.with({ "x-guesttoken": String(token) });
}

const MAX_DATABASES = 5;

async function queryable(admin: Client): Promise<Database[]> {
  const listed = listAt(await admin.get("/api/v1/database/?q=(page_size:100)"), "result");
  const found: Database[] = [];
  for (const { id, database_name, backend, expose_in_sqllab } of listed) {
    if (expose_in_sqllab === false || found.length >= MAX_DATABASES) continue;
    const answer = await admin.post("/api/v1/sqllab/execute/", { database_id: id, sql: "SELECT 1 AS a" });
    if (answer.status === 200) found.push({ id: Number(id), name: String(database_name), backend: String(backend) });
  }
  return found;
}

interface Place {
  name: string;
  secret: string;
  admin: Client;
  database: Database;
  memberRoleId: number;
}

/** Two literal rows, so that the server's tables are neither needed nor touched. */
const rowsOf = ({ name, secret }: Place) =>
  `SELECT 'open' AS kind, '${name}' AS note, 1 AS amount UNION ALL SELECT 'shut' AS kind, '${secret}' AS note, 2 AS amount`;

export const COUNT = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n", optionName: "n" };

export const positionsOf = (chartId: number) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
  "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId } },
});

async function addObjects(place: Place) {
  const { name, secret, admin, database, memberRoleId } = place;
  const dataset = { database: database.id, table_name: `${name}-rows`, sql: rowsOf(place) };
  const datasetId = idOf(await admin.post("/api/v1/dataset/", dataset));
  const params = JSON.stringify({ viz_type: "pie", metric: COUNT, groupby: ["kind"], row_limit: 100 });
  const of = { datasource_id: datasetId, datasource_type: "table", viz_type: "pie", params };
  const chartId = idOf(await admin.post("/api/v1/chart/", { slice_name: `${name}-chart`, ...of }));
  const board = (title: string, more: object = {}) => {
    const json_metadata = JSON.stringify({ positions: positionsOf(chartId) });
    return admin.post("/api/v1/dashboard/", { dashboard_title: `${name}-${title}`, json_metadata, ...more });
  };
  const boardId = idOf(await board("restricted", { published: true, roles: [memberRoleId] }));
  const draftId = idOf(await board("draft", { css: `.${secret} {}` }));
  const embeddedId = idOf(await board("embedded"));
  const created = await admin.post(`/api/v1/dashboard/${embeddedId}/embedded`, { allowed_domains: [] });
  const embedded = { id: embeddedId, uuid: String(valueAt(created, "result", "uuid")) };
  return { datasetId, chartId, boardId, draftId, embedded };
}
