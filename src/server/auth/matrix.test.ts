import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { Route } from "../http/route.ts";
import { routeRegistry } from "../http/route.ts";
import { seedRoles } from "./seed-roles.ts";

/**
 * Superset's built-in permissions per role. Letters: A Admin, a Alpha, g Gamma, s sql_lab, P Public when it is like a
 * viewer.
 */
const MATRIX = `
all_datasource_access | all_datasource_access Aa
all_database_access | all_database_access Aa
all_query_access | all_query_access A
Chart | can_read AagP; can_write can_export can_tag Aag; can_warm_up_cache A
Dashboard | can_read AagP; can_write can_export can_tag can_drill can_view_query can_view_chart_as_table Aag
Dashboard | can_cache_dashboard_screenshot can_put_chart_customizations can_export_as_example Aag
Dashboard | can_get_embedded can_delete_embedded Aag; can_set_embedded A
Dataset | can_read can_get_drill_info Aag; can_write can_export can_duplicate can_get_or_create_dataset Aa
Dataset | can_warm_up_cache A
Database | can_read Aags; can_upload Aa; can_write can_export A
Datasource | can_get can_external_metadata AagP; can_external_metadata_by_name Aag
Datasource | can_samples can_save can_get_column_values can_validate_expression Aa
SQLLab | can_read can_execute_sql_query can_get_results can_estimate_query_cost can_export_csv can_format_sql As
Query | can_read As
SavedQuery | can_read can_write can_export As
SqlLabPermalinkRestApi | can_read can_write As
TabStateView | can_get can_post can_put can_delete can_activate can_migrate_query can_delete_query As
TableSchemaView | can_post can_delete can_expanded As
SQL Lab | menu_access As
SQL Editor | menu_access As
Saved Queries | menu_access As
Query Search | menu_access As
Superset | can_dashboard can_dashboard_permalink can_explore_json can_slice AagP
Superset | can_explore can_log can_fetch_datasource_metadata can_language_pack can_file_handler Aag
Superset | can_share_dashboard can_share_chart Aag; can_read can_csv can_copy_clipboard Aags
Superset | can_export_data Aas; can_export_image Aa; can_sqllab can_sqllab_history As; can_warm_up_cache A
Explore | can_read Aag
ExploreFormDataRestApi | can_read can_write Aag
ExplorePermalinkRestApi | can_read AagP; can_write Aag
DashboardPermalinkRestApi | can_read AagP; can_write Aag
DashboardFilterStateRestApi | can_read can_write AagP
Api | can_query can_query_form_data Aag; can_time_range AagP
Tag | can_read can_write can_bulk_create Aag
Folder | can_read can_write Aag
Assertion | can_read can_write Aag
AdvancedDataType | can_read Aag
AvailableDomains | can_read Aag
AsyncEventsRestApi | can_list Aag
CacheRestApi | can_invalidate Aag
SecurityRestApi | can_read Aag; can_grant_guest_token A
CurrentUserRestApi | can_read AagP; can_write Aag
Theme | can_read AagP; can_write can_export Aag
Log | can_recent_activity Aag; can_read can_write A
EmbeddedDashboard | can_read AagP
CssTemplate | can_read AagP; can_write Aa
Annotation | can_read AaP; can_write Aa
ReportSchedule | can_read can_write Aa
ImportExportRestApi | can_export can_import_ Aa
Row Level Security | can_read can_write A
AllowedLocation | can_read can_write A
PublicLink | can_read can_write Aag; can_manage A
RoleRestAPI | can_list_roles A
User | can_read can_write A
Role | can_read can_write A
Group | can_read can_write A
Permission | can_read A
ViewMenu | can_read can_write A
PermissionViewMenu | can_read can_write A
`;

const LETTERS = new Map(
  MATRIX.trim()
    .split("\n")
    .flatMap((line) => {
      const [view, grants = ""] = line.split(" | ");
      return grants.split(";").flatMap((grant) => {
        const words = grant.trim().split(" ");
        const letters = words.pop() ?? "";
        return words.map((permission): [string, string] => [`${permission} ${view}`, letters]);
      });
    }),
);
const OWN = /^(menu_access|can_\w+ (ApiKey|UserRegistrations|DynamicPlugin)$|can_update_role RoleRestAPI$)/;

const ROLES = { Admin: "A", Alpha: "a", Gamma: "g", sql_lab: "s", Public: "P" } as const;

let server: TestServer;
const callers: Record<string, TestClient> = {};

beforeAll(async () => {
  server = await startTestServer({ config: { publicRoleLike: "Public" } });
  for (const role of Object.keys(ROLES))
    callers[role] = role === "Public" ? server.anonymous : await server.as(`a ${role}`, [role]);
});
afterAll(() => server.stop());

async function pairsInStore(role: string): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom("role_permissions")
    .innerJoin("roles", "roles.id", "role_permissions.role_id")
    .select(["permission", "view"])
    .where("roles.name", "=", role)
    .execute();
  return rows.map(({ permission, view }) => `${permission} ${view}`);
}

describe("permissions per role in the store", () => {
  test.each(Object.entries(ROLES))("%s has exactly its permissions", async (role, letter) => {
    const held = (await pairsInStore(role)).filter((pair) => LETTERS.has(pair) || !OWN.test(pair));
    const expected = [...LETTERS].filter(([, letters]) => letters.includes(letter)).map(([pair]) => pair);
    expect(held.toSorted()).toEqual(expected.toSorted());
  });

  test("every permission is in the catalog with a unique id", async () => {
    const rows = await server.app.db.selectFrom("permission_pairs").selectAll().execute();
    const known = new Set(rows.map(({ permission, view }) => `${permission} ${view}`));
    expect([...LETTERS.keys()].filter((pair) => !known.has(pair))).toEqual([]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  test("Public can copy a role, keeps data permissions, and is unchanged by default", async () => {
    const { app } = server;
    const version = () => app.db.updateTable("settings").set({ value: "older" }).where("name", "=", "built_in_roles");
    const { id } = await app.db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    const data = { role_id: id, permission: "datasource_access", view: "[a].[b](id:1)" };
    await app.db.insertInto("role_permissions").values(data).execute();
    await seedRoles({ ...app, config: { ...app.config, publicRoleLike: "Gamma" } });
    const gamma = [...(await pairsInStore("Gamma")), "datasource_access [a].[b](id:1)"];
    expect((await pairsInStore("Public")).toSorted()).toEqual(gamma.toSorted());
    await version().execute();
    await seedRoles({ ...app, config: { ...app.config, publicRoleLike: undefined } });
    expect((await pairsInStore("Public")).length).toBe(gamma.length);
    await expect(seedRoles({ ...app, config: { ...app.config, publicRoleLike: "Nobody" } })).rejects.toThrow(
      `names a role that doesn't exist: "Nobody"`,
    );
    await app.db.deleteFrom("role_permissions").where("view", "=", data.view).execute();
    await seedRoles(app);
  });
});

const VIEWS: readonly [RegExp, string][] = [
  [/^dashboard\/(permalink\/|[^/]+\/(permalink|profile))/, "DashboardPermalinkRestApi"],
  [/^dashboard\/[^/]+\/filter_state/, "DashboardFilterStateRestApi"],
  [/^dashboard\b/, "Dashboard"],
  [/^chart\b/, "Chart"],
  [/^dataset\b/, "Dataset"],
  [/^datasource\b/, "Datasource"],
  [/^database\b/, "Database"],
  [/^explore\/form_data/, "ExploreFormDataRestApi"],
  [/^explore\/permalink/, "ExplorePermalinkRestApi"],
  [/^explore\b/, "Explore"],
  [/^sqllab\/permalink/, "SqlLabPermalinkRestApi"],
  [/^sqllab\b/, "SQLLab"],
  [/^query\b/, "Query"],
  [/^saved_query\b/, "SavedQuery"],
  [/^annotation_layer\b/, "Annotation"],
  [/^css_template\b/, "CssTemplate"],
  [/^theme\b/, "Theme"],
  [/^report\b/, "ReportSchedule"],
  [/^tag\b/, "Tag"],
  [/^folder\b/, "Folder"],
  [/^assertion\b/, "Assertion"],
  [/^log\b/, "Log"],
  [/^rowlevelsecurity\b/, "Row Level Security"],
  [/^allowed_location\b/, "AllowedLocation"],
  [/^public_link\b/, "PublicLink"],
  [/^assets\b/, "ImportExportRestApi"],
  [/^embedded_dashboard\b/, "EmbeddedDashboard"],
  [/^advanced_data_type\b/, "AdvancedDataType"],
  [/^available_domains\b/, "AvailableDomains"],
  [/^security\/users\b/, "User"],
  [/^security\/groups\b/, "Group"],
];

const SPECIAL: readonly [RegExp, string][] = [
  [/^GET (chart|dashboard|dataset|database|saved_query|theme)\/export\//, "can_export"],
  [/^POST assets\/(import|plan|apply)/, "can_import_"],
  [/^GET assets\/(export|$)/, "can_export"],
  [/warm_up_cache/, "can_warm_up_cache"],
  [/^(POST|PUT|DELETE) dashboard\/[^/]+\/embedded/, "can_set_embedded"],
  [/chart_customizations/, "can_put_chart_customizations"],
  [/export_as_example/, "can_export_as_example"],
  [/^POST dashboard\/.*screenshot/, "can_cache_dashboard_screenshot"],
  [/dataset\/duplicate/, "can_duplicate"],
  [/get_or_create/, "can_get_or_create_dataset"],
  [/drill_info/, "can_get_drill_info"],
  [/^POST database\/(upload_metadata|[^/]+\/upload)/, "can_upload"],
  [/^POST database\/[^/]+\/validate_sql/, "can_read"],
  [/^GET database\/[^/]+\/connection/, "can_write"],
  [/column\/[^/]+\/(values|profile)/, "can_get_column_values"],
  [/validate_expression/, "can_validate_expression"],
  [/sqllab\/execute/, "can_execute_sql_query"],
  [/sqllab\/results/, "can_get_results"],
  [/sqllab\/estimate/, "can_estimate_query_cost"],
  [/sqllab\/format_sql/, "can_format_sql"],
  [/sqllab\/export/, "can_export_csv"],
  [/tag\/bulk_create/, "can_bulk_create"],
  [/recent_activity/, "can_recent_activity"],
  [/^(POST|DELETE) (chart|dashboard|tag)\/[^/]+\/favorites/, "can_read"],
  [/^(PUT public_link\/settings|POST public_link\/revoke)$/, "can_manage"],
  [/^POST chart\/data/, "can_read"],
  [/^POST query\/stop/, "can_read"],
  // Starts queries that viewing the dashboard needs.
  [/^POST dashboard\/[^/]+\/first_view/, "can_read"],
];

function pairOf({ method, path }: Route["operation"]): string | undefined {
  const call = path.replace(/^\/api\/v1\//, "").replace(/:\w+/g, "1");
  const view = VIEWS.find(([start]) => start.test(call))?.[1];
  if (!path.startsWith("/api/v1/") || !view) return undefined;
  const special = SPECIAL.find(([form]) => form.test(`${method} ${call}`))?.[1];
  return `${special ?? (method === "GET" ? "can_read" : "can_write")} ${view}`;
}

const ADMINISTRATORS = /theme\/(:id\/set_system|unset_system)/;
const KNOWN_EXCEPT = /version|trash|restore|compare|batch|stream|usage|csv|performance|id\/queries|lineage|brush_index/;

describe("every API call with every role", () => {
  test("is allowed only with its permission", async () => {
    const wrong: string[] = [];
    let requestCount = 0;
    for (const route of server.app.once(routeRegistry).routes) {
      const { method, path } = route.operation;
      const pair = pairOf(route.operation);
      const letters = ADMINISTRATORS.test(path) ? "A" : pair && LETTERS.get(pair);
      if (letters === undefined || KNOWN_EXCEPT.test(path)) continue;
      for (const [role, letter] of Object.entries(ROLES)) {
        requestCount++;
        const { status, text } = await outcome(callers[role], method, path);
        const isRefused = status === 401 || (status === 403 && /^\{"message":"Forbidden"\}$/.test(text));
        if (status >= 500 || isRefused === letters.includes(letter))
          wrong.push(`${method} ${path} by ${role}: ${status} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(requestCount).toBeGreaterThan(350);
  });

  test("needs a permission that administrators have", () => {
    const held = new Set([...LETTERS.keys()]);
    const unknown = server.app.once(routeRegistry).routes.flatMap(({ operation, policy }) => {
      const pair = policy.kind === "permission" ? `${policy.pair[0]} ${policy.pair[1]}` : undefined;
      return pair === undefined || held.has(pair) || OWN.test(pair) ? [] : [`${operation.id}: ${pair}`];
    });
    expect(unknown).toEqual([]);
  });
});

async function outcome(client: TestClient | undefined, method: string, path: string) {
  const address = path.replace(/:\w+/g, "99999");
  const init =
    method === "GET" || method === "DELETE" ? {} : { headers: { "content-type": "application/json" }, body: "{}" };
  const answer = await client!.fetch(address, { method, ...init });
  return { status: answer.status, text: (await answer.text()).slice(0, 200) };
}
