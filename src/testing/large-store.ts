import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { formatTimestamp } from "../server/clock.ts";
import { catalogObjects } from "../server/store/object-pairs.ts";
import type { Tables } from "../server/store/tables.ts";

/**
 * Fills a store like that of a large company: users with roles that grant some datasets, dashboards with charts,
 * owners, tags and favorites, and years of activity. Written directly to the tables, always with the same content.
 */
export interface LargeStoreSize {
  users: number;
  databases: number;
  datasets: number;
  charts: number;
  dashboards: number;
  /** For each of saved queries, query history and log entries. */
  activity: number;
}

export interface LargeStore {
  users: { id: number; username: string }[];
  datasetIds: number[];
  chartIds: number[];
  dashboardIds: number[];
}

const ROLES = 40;
const DATASETS_OF_ROLE = 50;
const CHARTS_OF_DASHBOARD = 6;
const PARAMETERS = 30_000;
const START_MS = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;
const WORDS = ["Revenue", "Flights", "Stock", "Visitors", "Margin", "Churn", "Energy", "Delays", "Orders", "Weather"];
const PLACES = ["by region", "per week", "in Europe", "by product", "of new customers", "after the launch", "per hour"];

const at = (minute: number) => formatTimestamp(START_MS + minute * MINUTE_MS);
const uuidOf = (noun: string, n: number) =>
  createHash("sha256")
    .update(`${noun} ${n}`)
    .digest("hex")
    .slice(0, 32)
    .replace(/(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
const nameOf = (n: number) => `${WORDS[n % WORDS.length]} ${PLACES[(n * 3) % PLACES.length]} ${n}`;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const spread = (n: number, over: number) => (n * 7919 + 13) % over;

export const sessionOf = (username: string) => `session=large-${username}`;

type Table = keyof Tables;

export async function fillLargeStore(db: Kysely<Tables>, size: LargeStoreSize): Promise<LargeStore> {
  return db.transaction().execute(async (trx) => {
    const users = await addPeople(trx, size);
    const databaseIds = await addDatabases(trx, size);
    const datasetIds = await addDatasets(trx, size, databaseIds);
    await addRoles(trx, users, datasetIds);
    const people = users.map((user) => user.id);
    const chartIds = await addCharts(trx, size, { people, datasetIds });
    const dashboardIds = await addDashboards(trx, size, { people, chartIds });
    await addTags(trx, { people, chartIds, dashboardIds, datasetIds });
    await addActivity(trx, size, { people, chartIds, dashboardIds, databaseIds });
    return { users, datasetIds, chartIds, dashboardIds };
  });
}

async function insert(db: Kysely<Tables>, table: Table, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const perStatement = Math.floor(PARAMETERS / Math.max(columns.length, 1));
  for (let from = 0; from < rows.length; from += perStatement) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + perStatement) as never)
      .execute();
  }
}

async function insertAll(db: Kysely<Tables>, table: Table, rows: readonly object[]): Promise<number[]> {
  const { rows: before } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db);
  await insert(db, table, rows);
  const { rows: ids } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id > ${before[0]?.id ?? 0} order by id`.execute(db);
  return ids.map((row) => row.id);
}

const changed = (n: number, people: readonly number[]) => ({
  created_on: at(n),
  changed_on: at(n + spread(n, 500_000)),
  created_by_fk: people[spread(n, people.length)] ?? null,
  changed_by_fk: people[spread(n + 1, people.length)] ?? null,
});

async function addPeople(db: Kysely<Tables>, { users }: LargeStoreSize): Promise<{ id: number; username: string }[]> {
  const rows = range(users).map((n) => ({
    uuid: uuidOf("user", n),
    username: `person${n}`,
    first_name: `${WORDS[spread(n, WORDS.length)]}`,
    last_name: `Person ${n}`,
    email: `person${n}@example.org`,
    created_on: at(n),
    changed_on: at(n),
  }));
  const ids = await insertAll(db, "users", rows);
  const people = ids.map((id, n) => ({ id, username: `person${n}` }));
  const now = formatTimestamp(Date.now());
  const sessions = people.map(({ id, username }) => ({
    token_hash: createHash("sha256").update(`large-${username}`).digest("hex"),
    user_id: id,
    created_on: now,
    last_seen_on: now,
  }));
  await insert(db, "sessions", sessions);
  return people;
}

function addDatabases(db: Kysely<Tables>, { databases }: LargeStoreSize): Promise<number[]> {
  const rows = range(databases).map((n) => ({
    uuid: uuidOf("database", n),
    database_name: `warehouse ${n}`,
    sqlalchemy_uri: `postgresql://127.0.0.1/w${n}`,
    created_on: at(n),
    changed_on: at(n),
  }));
  return insertAll(db, "databases", rows);
}

async function addDatasets(db: Kysely<Tables>, { datasets }: LargeStoreSize, databases: readonly number[]) {
  const rows = range(datasets).map((n) => ({
    uuid: uuidOf("dataset", n),
    database_id: databases[n % databases.length],
    table_name: `table_${n}`,
    schema: `schema_${n % 25}`,
    sql: n % 5 === 0 ? `SELECT * FROM schema_${n % 25}.table_${n} WHERE is_valid`.repeat(5) : null,
    description: `Data of ${nameOf(n)}`,
    created_on: at(n),
    changed_on: at(n + spread(n, 500_000)),
  }));
  const ids = await insertAll(db, "datasets", rows);
  await catalogObjects(db);
  return ids;
}

/** The first user is an administrator, every tenth an Alpha, the rest are Gammas with roles that grant datasets. */
async function addRoles(
  db: Kysely<Tables>,
  users: readonly { id: number }[],
  datasetIds: readonly number[],
): Promise<void> {
  const built = await db.selectFrom("roles").select(["id", "name"]).execute();
  const known = (name: string) => built.find((role) => role.name === name)?.id ?? 0;
  const roles = await insertAll(
    db,
    "roles",
    range(ROLES).map((n) => ({ name: `team ${n}` })),
  );
  const views = await db
    .selectFrom("permission_pairs")
    .select("view")
    .where("permission", "=", "datasource_access")
    .where("view", "like", "[warehouse %")
    .orderBy("id")
    .execute();
  const grants = roles.flatMap((role_id, r) =>
    range(Math.min(DATASETS_OF_ROLE, datasetIds.length)).map((n) => ({
      role_id,
      permission: "datasource_access",
      view: views[(r * DATASETS_OF_ROLE + n) % views.length]?.view ?? "",
    })),
  );
  await insert(db, "role_permissions", grants);
  const userRoles = users.flatMap(({ id }, n) => {
    if (n === 0) return [{ user_id: id, role_id: known("Admin") }];
    if (n % 10 === 0) return [{ user_id: id, role_id: known("Alpha") }];
    const teams = [spread(n, ROLES), (spread(n, ROLES) + 1) % ROLES].map((team) => roles[team] ?? 0);
    return [known("Gamma"), known("sql_lab"), ...teams].map((role_id) => ({ user_id: id, role_id }));
  });
  await insert(db, "user_roles", userRoles);
}

const FORM = JSON.stringify({
  groupby: ["region", "product"],
  metrics: range(4).map((n) => ({ expressionType: "SQL", sqlExpression: `SUM(amount_${n})`, label: `Amount ${n}` })),
  adhoc_filters: range(3).map((n) => ({ clause: "WHERE", subject: `column_${n}`, operator: "IN", comparator: ["a"] })),
  row_limit: 10_000,
  color_scheme: "tessera",
});

async function addCharts(
  db: Kysely<Tables>,
  { charts }: LargeStoreSize,
  { people, datasetIds }: { people: readonly number[]; datasetIds: readonly number[] },
): Promise<number[]> {
  const rows = range(charts).map((n) => ({
    uuid: uuidOf("chart", n),
    slice_name: nameOf(n),
    viz_type: ["table", "pie", "echarts_timeseries_line", "big_number"][n % 4],
    datasource_id: datasetIds[spread(n, datasetIds.length)],
    datasource_type: "table",
    datasource_name: `schema.table_${spread(n, datasetIds.length)}`,
    params: FORM,
    query_context: FORM,
    description: n % 3 === 0 ? `About ${nameOf(n)}` : null,
    certified_by: n % 20 === 0 ? "Data office" : null,
    ...changed(n, people),
  }));
  const ids = await insertAll(db, "charts", rows);
  const owners = ids.map((chart_id, n) => ({ chart_id, user_id: people[spread(n, people.length)] }));
  await insert(db, "chart_owners", owners);
  return ids;
}

const layoutOf = (charts: readonly number[]) =>
  JSON.stringify(
    Object.fromEntries(
      charts.map((chartId, n) => [
        `CHART-${n}`,
        { id: `CHART-${n}`, type: "CHART", meta: { chartId, sliceName: "x".repeat(1500), width: 4, height: 50 } },
      ]),
    ),
  );

async function addDashboards(
  db: Kysely<Tables>,
  { dashboards }: LargeStoreSize,
  { people, chartIds }: { people: readonly number[]; chartIds: readonly number[] },
): Promise<number[]> {
  const chartsOf = (n: number) => range(CHARTS_OF_DASHBOARD).map((i) => chartIds[(n * 5 + i) % chartIds.length] ?? 0);
  const rows = range(dashboards).map((n) => ({
    uuid: uuidOf("dashboard", n),
    dashboard_title: nameOf(n),
    slug: n % 4 === 0 ? `board-${n}` : null,
    published: n % 3 !== 0,
    position_json: layoutOf(chartsOf(n)),
    json_metadata: JSON.stringify({ color_scheme: "tessera", refresh_frequency: 0 }),
    certified_by: n % 20 === 0 ? "Data office" : null,
    ...changed(n, people),
  }));
  const ids = await insertAll(db, "dashboards", rows);
  const charts = ids.flatMap((dashboard_id, n) =>
    [...new Set(chartsOf(n))].map((chart_id) => ({ dashboard_id, chart_id })),
  );
  await insert(db, "dashboard_charts", charts);
  const owners = ids.map((dashboard_id, n) => ({ dashboard_id, user_id: people[spread(n, people.length)] }));
  await insert(db, "dashboard_owners", owners);
  const roles = await db.selectFrom("roles").select("id").where("name", "like", "team %").orderBy("id").execute();
  const restricted = ids.filter((_, n) => n % 25 === 0);
  const restrictions = restricted.map((dashboard_id, n) => ({ dashboard_id, role_id: roles[n % roles.length]?.id }));
  await insert(db, "dashboard_roles", restrictions);
  return ids;
}

const TAGS = 1000;

async function addTags(
  db: Kysely<Tables>,
  { people, chartIds, dashboardIds, datasetIds }: Omit<LargeStore, "users"> & { people: readonly number[] },
): Promise<void> {
  const tags = await insertAll(
    db,
    "tags",
    range(TAGS).map((n) => ({ name: `tag ${n}`, type: 1, ...changed(n, people) })),
  );
  const kinds = [
    ["chart", "slice", chartIds],
    ["dashboard", "Dashboard", dashboardIds],
    ["dataset", undefined, datasetIds],
  ] as const;
  for (const [object_type, class_name, ids] of kinds) {
    const tagged = ids.filter((_, n) => n % 3 === 0);
    await insert(
      db,
      "tagged_objects",
      tagged.map((object_id, n) => ({ tag_id: tags[spread(n, TAGS)], object_type, object_id })),
    );
    if (!class_name) continue;
    const rows = ids.map((object_id, n) => ({
      user_id: people[spread(n, people.length)],
      class_name,
      object_id,
      created_on: at(n),
    }));
    await insert(db, "favorites", rows);
  }
}

interface Content {
  people: readonly number[];
  chartIds: readonly number[];
  dashboardIds: readonly number[];
  databaseIds: readonly number[];
}

async function addActivity(db: Kysely<Tables>, { activity }: LargeStoreSize, content: Content): Promise<void> {
  const { people, chartIds, dashboardIds, databaseIds } = content;
  // A tenth of everything is by the first twenty people.
  const who = (n: number) => people[n % 10 === 0 ? n % 20 : spread(n, people.length)];
  const statement = "SELECT region, sum(amount) FROM orders WHERE day > '2025-01-01' GROUP BY 1 ORDER BY 2 DESC ";
  const ofPast = (n: number) => at(Math.floor((n / activity) * 600_000));
  const logs = range(activity).map((n) => {
    const isChart = n % 2 === 0;
    return {
      action: isChart ? "mount_explorer" : "mount_dashboard",
      user_id: who(n),
      dashboard_id: isChart ? null : dashboardIds[spread(n, dashboardIds.length)],
      slice_id: isChart ? chartIds[spread(n, chartIds.length)] : null,
      json: '{"source":"list"}',
      dttm: ofPast(n),
    };
  });
  await insert(db, "logs", logs);
  const queries = range(activity).map((n) => ({
    client_id: n.toString(36).padStart(11, "0"),
    database_id: databaseIds[n % databaseIds.length],
    user_id: who(n),
    status: n % 7 === 0 ? "failed" : "success",
    tab_name: `Query ${n % 9}`,
    schema: `schema_${n % 25}`,
    sql: statement.repeat(3),
    executed_sql: statement.repeat(3),
    limiting_factor: "NOT_LIMITED",
    rows: n % 1000,
    start_time: START_MS + n * MINUTE_MS,
    end_time: START_MS + n * MINUTE_MS + 2000,
    changed_on: ofPast(n),
  }));
  await insert(db, "queries", queries);
  const saved = range(activity).map((n) => ({
    uuid: uuidOf("saved query", n),
    database_id: databaseIds[n % databaseIds.length],
    schema: `schema_${n % 25}`,
    label: nameOf(n),
    sql: statement,
    ...changed(n, people),
    created_by_fk: who(n) ?? null,
  }));
  await insert(db, "saved_queries", saved);
}
