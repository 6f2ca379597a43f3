import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { databaseRule, datasetRules } from "../../server/rights/datasets.ts";
import { folderGiving } from "../../server/rights/folders.ts";
import {
  allowedAmong,
  matchingRules,
  RULES,
  type Rule,
  type RuledTable,
  type RuleName,
} from "../../server/rights/rule.ts";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import type { Pair, User } from "../../server/user.ts";
import { withheldFromExport } from "../bundle/index.ts";
import { datasetForQuery } from "../dataset/index.ts";
import { explainedRules } from "../row-level-security/index.ts";
import type { AccessAction, Explanation, ObjectType } from "./contract.ts";

export interface AccessQuestion {
  user: User;
  type: ObjectType;
  id: number;
  doing: AccessAction;
  dashboardId: number | undefined;
}

type AccessAnswer = Pick<Explanation, "allowed" | "because" | "object" | "operation" | "permission" | "chain" | "rows">;

/**
 * Evaluates the rules for lists, objects and queries one by one. No rule applies to a missing object, so the answer
 * doesn't reveal whether it exists.
 */
export async function explainAccess(app: App, question: AccessQuestion): Promise<AccessAnswer> {
  const { user, type, id, doing } = question;
  const pair = pairFor(type, doing);
  const roles = user.roles.filter((role) => role.pairs.some(([a, b]) => a === pair[0] && b === pair[1]));
  const permission = {
    pair: [...pair] as [string, string],
    holds: roles.length > 0,
    roles: roles.map(({ name }) => name),
  };
  const chain = await chainOf(app, question);
  const deciding = chain.find((link) => link.holds);
  const isHidden = deciding !== undefined && doing === "export" && (await containsHidden(app, question));
  const allowed = permission.holds && deciding !== undefined && !isHidden;
  return {
    allowed,
    because: sentence({ permission, deciding, doing, isHidden }),
    object: { type, id, name: (await isVisible(app, question)) ? await nameOf(app, type, id) : null },
    operation: doing,
    permission,
    chain,
    rows: doing === "rows" ? await rowsOf(app, question) : null,
  };
}

const VIEWS = { chart: "Chart", dashboard: "Dashboard", dataset: "Dataset", database: "Database" } as const;
const PERMISSIONS = { list: "can_read", see: "can_read", export: "can_export", change: "can_write" } as const;

function pairFor(type: ObjectType, doing: AccessAction): Pair {
  return doing === "rows" ? ["can_read", "Chart"] : [PERMISSIONS[doing], VIEWS[type]];
}

function sentence(parts: {
  permission: Explanation["permission"];
  deciding: { text: string } | undefined;
  doing: AccessAction;
  isHidden: boolean;
}): string {
  const { permission, deciding, doing, isHidden } = parts;
  if (!permission.holds) {
    const [name, view] = permission.pair;
    return t("No role grants {permission}.", { permission: `${name} on ${view}` });
  }
  if (!deciding) {
    return doing === "change"
      ? t("No rule allows this: only owners and administrators can.")
      : t("No rule allows this. See the access chain for details.");
  }
  if (isHidden) return t("The export would contain data from datasets this user can't read.");
  return t("Allowed: {reason}", { reason: deciding.text });
}

async function containsHidden(app: App, { user, type, id }: AccessQuestion): Promise<boolean> {
  if (type !== "dashboard" && type !== "chart") return false;
  return (await withheldFromExport({ app, user }, type, id)).length > 0;
}

async function chainOf(app: App, question: AccessQuestion): Promise<Explanation["chain"]> {
  const { user, type, id, doing } = question;
  if (type === "database") return ofDatabase(app, question);
  const target = doing === "rows" ? await datasetOf(app, question) : { table: tableOf(type), id };
  const rules = doing === "rows" ? datasetRules(user) : rulesFor(question);
  const holding = target ? await matchingRules(app.db, { table: target.table, rules }, target.id) : [];
  const links = rules.map(({ by }, i) => linkOf(by, holding[i] ?? false));
  const chain = await Promise.all(links.map((link) => (link.holds ? withFolder(app, question, link) : link)));
  if (doing !== "rows") return chain;
  return [
    ...chain,
    linkOf(
      "through_dashboard",
      target !== undefined && (await throughDashboard(app, question, target.id)) !== undefined,
    ),
  ];
}

type Link = Explanation["chain"][number];

/** Names the folder that gives access. Users who get access by a folder can see the folder. */
async function withFolder(app: App, { user, type, id }: AccessQuestion, link: Link): Promise<Link> {
  const { rule } = link;
  if (type === "database" || (rule !== "folder_editor" && rule !== "folder_role")) return link;
  const folder = await folderGiving(app.db, user, { noun: type, id, rule });
  if (folder === undefined) return link;
  const text =
    rule === "folder_editor"
      ? t("can edit the folder “{folder}” with the item", { folder })
      : t("the item is published, and its folder “{folder}” is shared with one of the user's roles", { folder });
  return { ...link, text };
}

async function throughDashboard(app: App, { user, type, id, dashboardId }: AccessQuestion, datasetId: number) {
  const formData = { dashboardId, ...(type === "chart" ? { slice_id: id } : {}) };
  const dataset = await datasetForQuery(app, datasetId).catch(ifNone);
  return dataset && grantThroughDashboard(app, user, { dataset, formData });
}

function ifNone(error: unknown): undefined {
  if (!(error instanceof TesseraError && error.status === 404)) throw error;
}

const linkOf = (rule: RuleName, holds: boolean) => ({ rule, text: t(RULES[rule]), holds });
const tableOf = (type: Exclude<ObjectType, "database">): RuledTable => `${type}s`;

function rulesFor({ user, type, doing }: AccessQuestion): Rule[] {
  if (type === "database") return [];
  if (doing === "change") return changeRules(user, type);
  if (type === "dataset") return datasetRules(user);
  if (type === "chart") return chartRules(user);
  return doing === "list" ? listedDashboardRules(user) : openDashboardRules(user);
}

async function datasetOf(
  app: App,
  { type, id }: AccessQuestion,
): Promise<{ table: RuledTable; id: number } | undefined> {
  if (type === "dataset") return { table: "datasets", id };
  if (type !== "chart") return undefined;
  const chart = await app.db.selectFrom("charts").select("datasource_id").where("id", "=", id).executeTakeFirst();
  return chart?.datasource_id ? { table: "datasets", id: chart.datasource_id } : undefined;
}

const OF_DATABASE: readonly RuleName[] = [
  "admin",
  "all_datasource_access",
  "all_database_access",
  "database_access",
  "within",
];

async function ofDatabase(app: App, { user, id }: AccessQuestion): Promise<Explanation["chain"]> {
  const row = await app.db
    .selectFrom("databases")
    .select(["id", "database_name"])
    .where("id", "=", id)
    .executeTakeFirst();
  const by = row && databaseRule(user, row);
  return OF_DATABASE.map((rule) => linkOf(rule, rule === by));
}

async function isVisible(app: App, question: AccessQuestion): Promise<boolean> {
  const chain = await chainOf(app, { ...question, doing: "see" });
  return chain.some((link) => link.holds);
}

const NAMES = { chart: "slice_name", dashboard: "dashboard_title", dataset: "table_name", database: "database_name" };

async function nameOf(app: App, type: ObjectType, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select ${sql.ref(NAMES[type])} as name
    from ${sql.table(`${type}s`)} where id = ${id}`.execute(app.db);
  return rows[0]?.name ?? null;
}

async function rowsOf(app: App, question: AccessQuestion): Promise<Explanation["rows"]> {
  const { user } = question;
  const target = await datasetOf(app, question);
  if (!target) return [];
  const isOwn = (await allowedAmong(app.db, { table: target.table, rules: datasetRules(user) }, [target.id])).size > 0;
  const grant = isOwn ? undefined : await throughDashboard(app, question, target.id);
  return explainedRules(app, { user, authors: grant?.authors ?? [] }, target.id);
}
