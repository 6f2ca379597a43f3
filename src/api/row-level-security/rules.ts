import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { findRules, rolesOfRules, tablesOfRules } from "./store.ts";

/** A rule as the server keeps it in memory. */
export interface RlsRule {
  id: number;
  filterType: "Regular" | "Base";
  clause: string;
  groupKey: string | null;
  roleIds: ReadonlySet<number>;
  tables: readonly RuleTable[];
}

/** A dataset that a rule is for, and which table that is. */
export interface RuleTable {
  id: number;
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  isVirtual: boolean;
}

interface RuleSet {
  rules: readonly RlsRule[];
  /** Grows whenever a rule, or a dataset that one may be for, changes. */
  version: number;
}

/** Rules that hold for the user: Regular ones of a role they have, Base ones unless they have one of its roles. */
export async function rulesFor(app: App, user: User): Promise<RlsRule[]> {
  const { rules } = await app.once(createRuleSets)();
  return rules.filter((rule) => holdsFor(rule, user));
}

function holdsFor({ filterType, roleIds }: RlsRule, user: User): boolean {
  const hasRole = user.roles.some((role) => roleIds.has(role.id));
  return filterType === "Regular" ? hasRole : !hasRole;
}

/**
 * A text that differs between users whose rules differ, and between times when the rules or what they are for did:
 * what is remembered of one is never given to another. Empty while there are no rules at all.
 */
export async function securityStamp(app: App, user: User): Promise<string> {
  const { rules, version } = await app.once(createRuleSets)();
  if (rules.length === 0) return "";
  const held = rules.filter((rule) => holdsFor(rule, user));
  const isPersonal = held.some(({ clause }) => clause.includes("{"));
  return `${version}:${held.map((rule) => rule.id).join(",")}:${isPersonal ? user.id : ""}`;
}

function createRuleSets(app: App): () => Promise<RuleSet> {
  let version = 0;
  let current: Promise<RuleSet> | undefined;
  const forget = () => {
    version++;
    current = undefined;
  };
  for (const noun of ["row-level-security", "dataset", "database", "role"] as const) app.events.onChanged(noun, forget);
  return () => {
    if (current) return current;
    const loading = load(app, version);
    current = loading;
    loading.catch(() => {
      if (current === loading) current = undefined;
    });
    return loading;
  };
}

async function load(app: App, version: number): Promise<RuleSet> {
  const rows = await findRules(app.db);
  if (rows.length === 0) return { rules: [], version };
  const [tables, roles] = [await tablesOfRules(app.db), await rolesOfRules(app.db)];
  const rules = rows.map(
    ({ id, filter_type, clause, group_key }): RlsRule => ({
      id,
      filterType: filter_type,
      clause,
      groupKey: group_key || null,
      roleIds: new Set(roles.filter((role) => role.rule_id === id).map((role) => role.id)),
      tables: tables
        .filter((table) => table.rule_id === id)
        .map((table) => ({
          id: table.id,
          databaseId: table.database_id,
          catalog: table.catalog,
          schema: table.schema,
          name: table.table_name,
          isVirtual: Boolean(table.sql?.trim()),
        })),
    }),
  );
  return { rules, version };
}
