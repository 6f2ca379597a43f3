import { list } from "../../i18n/intl.ts";
import { msg, t } from "../../i18n/translate.ts";
import { forbidden, TesseraError, type WireError } from "../../model/errors.ts";
import { type App, isFresh } from "../../server/app.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import type { RowGrant } from "../../server/rights/row-grant.ts";
import { isPhysical } from "../../server/store/rule-bindings.ts";
import type { Guest, User } from "../../server/user.ts";
import { datasetForQuery } from "../dataset/index.ts";
import { rulesOver } from "./match.ts";
import { datasetPlaces, findRules, linksOfRules, placesOfRules, rolesOfRules } from "./store.ts";

export interface RlsRule {
  id: number;
  isEverywhere?: boolean;
  filterType: "Regular" | "Base";
  clause: string;
  groupKey: string | null;
  roleIds: ReadonlySet<number>;
  renderedFor?: User;
  links: readonly RuleLink[];
  places: readonly RulePlace[];
}

interface RuleLink {
  datasetId: number;
  databaseId: number;
  templateParams: string | null;
}

export interface RulePlace {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  templateParams: string | null;
}

interface RuleSet {
  rules: readonly RlsRule[];
  /** Increases with every change of a rule or of a dataset that may have one. */
  version: number;
}

export async function rulesFor(app: App, user: User): Promise<RlsRule[]> {
  const { rules } = await app.once(createRuleSets)();
  const applied = rules.filter((rule) => appliesTo(rule, user));
  return user.guest ? [...applied, ...(await guestRules(app, user.guest))] : applied;
}

/**
 * The user's rules; through a dashboard also its authors', who can't share hidden rows. Groups are per user, so each
 * author's rules are AND-ed.
 */
export async function rulesOfGrant(app: App, { user, authors }: RowGrant): Promise<RlsRule[]> {
  const own = await rulesFor(app, user);
  const known = new Set(own.map(({ id }) => id));
  const others = await Promise.all(
    authors.map(async (author) =>
      (await rulesFor(app, author)).flatMap((rule) => {
        const isPersonal = rule.clause.includes("{");
        if (known.has(rule.id) && !isPerUser(rule)) return [];
        const groupKey = `${rule.groupKey ?? `rule ${rule.id}`} of user ${author.id}`;
        return [{ ...rule, groupKey, ...(isPersonal ? { renderedFor: author } : {}) }];
      }),
    ),
  );
  return [...own, ...new Map(others.flat().map((rule) => [`${rule.id} ${rule.groupKey}`, rule])).values()];
}

interface DraftRule {
  /** The stored rule that it replaces. */
  id?: number | undefined;
  filter_type: "Regular" | "Base";
  clause: string;
  group_key?: string | null | undefined;
  tables: readonly number[];
  roles: readonly number[];
  renderedFor: User | undefined;
}

/**
 * The rules of a user if a draft were saved. Their groups have names of their own, so that they can be AND-ed with the
 * rules of the user who asks.
 */
export async function draftRules(app: App, user: User, draft: DraftRule) {
  const { rules } = await app.once(createRuleSets)();
  const { clause, filter_type: filterType, group_key, renderedFor } = draft;
  const rows = await datasetPlaces(app.db, [...draft.tables]);
  const drafted: RlsRule = {
    ...{ id: draft.id ?? 0, filterType, clause, groupKey: group_key?.trim() || null, roleIds: new Set(draft.roles) },
    links: rows.map(({ id, ...row }) => linkOf({ ...row, dataset_id: id })),
    places: rows.filter(isPhysical).map(placeOf),
  };
  const all = [...rules.filter(({ id }) => id !== draft.id), drafted].filter((rule) => appliesTo(rule, user));
  const named = all.map((rule) => {
    const groupKey = `${rule.groupKey ?? `rule ${rule.id}`} in a preview`;
    return renderedFor && rule.clause.includes("{") ? { ...rule, groupKey, renderedFor } : { ...rule, groupKey };
  });
  return { rules: named, applies: appliesTo(drafted, user) };
}

const isPerUser = ({ clause, groupKey }: RlsRule) => groupKey !== null || clause.includes("{");

function appliesTo({ filterType, roleIds }: RlsRule, user: User): boolean {
  const hasRole = user.roles.some((role) => roleIds.has(role.id));
  return filterType === "Regular" ? hasRole : !hasRole;
}

/**
 * The rules of a guest token, AND-ed. 403 for a rule on a missing dataset (also one recreated under a new id), as it
 * would hide nothing.
 */
async function guestRules(app: App, { rules }: Guest): Promise<RlsRule[]> {
  const ids = rules.flatMap(({ dataset }) => dataset ?? []);
  const datasets = await datasetPlaces(app.db, possibleIds(ids));
  const unknown = ids.find((id) => !datasets.some((row) => row.id === id));
  if (unknown !== undefined)
    throw forbidden(t("The guest token has a rule for dataset {id}, which does not exist.", { id: String(unknown) }));
  return rules.map(({ dataset, clause }, i) => {
    const own = datasets.filter((row) => row.id === dataset);
    const shared = { id: -1 - i, filterType: "Base" as const, clause, groupKey: null, roleIds: new Set<number>() };
    return {
      ...shared,
      isEverywhere: dataset === undefined,
      links: own.map(({ id, ...row }) => linkOf({ ...row, dataset_id: id })),
      places: own.filter(isPhysical).map(placeOf),
    };
  });
}

function reasonOf({ filterType }: RlsRule, shared: readonly string[]): string {
  const roles = list(shared, "commas");
  if (filterType === "Regular") {
    return shared.length > 0
      ? t("applies to the rule's roles; this user has {roles}", { roles })
      : t("applies to the rule's roles; this user has none of them");
  }
  return shared.length > 0
    ? t("applies to everyone except the rule's roles; this user has {roles}", { roles })
    : t("applies to everyone except the rule's roles; this user has none of them");
}

export async function explainedRules(
  app: App,
  { user, authors }: Pick<RowGrant, "user" | "authors">,
  datasetId: number,
) {
  const { rules } = await app.once(createRuleSets)();
  const { isFor } = await rulesOver(app, rules, await datasetForQuery(app, datasetId));
  const own = rules.filter(isFor);
  const rows = await findRules(
    app.db,
    own.map((rule) => rule.id),
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const shown = ({ id, filterType: filter_type, clause }: RlsRule) => ({
    ...{ id, filter_type, clause },
    name: names.get(id) ?? null,
  });
  const ofUser = own.map((rule) => {
    const shared = user.roles.filter((role) => rule.roleIds.has(role.id)).map((role) => role.name);
    return { ...shown(rule), holds: appliesTo(rule, user), text: reasonOf(rule, shared), author: null };
  });
  const text = t("applies to an author of the dashboard or chart, and so to everyone who sees it");
  const ofAuthors = authors
    .filter((author) => author.id !== user.id)
    .flatMap((author) =>
      own
        .filter((rule) => appliesTo(rule, author) && (isPerUser(rule) || !appliesTo(rule, user)))
        .map((rule) => ({ ...shown(rule), holds: true, text, author: author.username })),
    );
  return [...ofUser, ...ofAuthors];
}

/**
 * Differs between users with different rules and changes with the rules, so that it can separate cache entries. Empty
 * without any rules.
 */
export async function securityStamp(app: App, user: User): Promise<string> {
  const { rules, version } = await app.once(createRuleSets)();
  const own = user.guest?.rules.length ? `guest ${JSON.stringify([user.username, user.guest.rules])}` : "";
  if (rules.length === 0) return own;
  const applied = rules.filter((rule) => appliesTo(rule, user));
  const isPersonal = applied.some(({ clause }) => clause.includes("{"));
  return `${version}:${applied.map((rule) => rule.id).join(",")}:${isPersonal ? user.id : ""}:${own}`;
}

interface Bound {
  database_id: number;
  template_params: string | null;
}

const linkOf = (row: Bound & { dataset_id: number }): RuleLink => ({
  datasetId: row.dataset_id,
  databaseId: row.database_id,
  templateParams: row.template_params,
});

const placeOf = (row: Bound & { catalog: string | null; schema: string | null; table_name: string }): RulePlace => ({
  databaseId: row.database_id,
  catalog: row.catalog,
  schema: row.schema,
  name: row.table_name,
  templateParams: row.template_params,
});

function createRuleSets(app: App): () => Promise<RuleSet> {
  let version = 0;
  let cached: { value: Promise<RuleSet>; sinceMs: number } | undefined;
  const forget = () => {
    version++;
    cached = undefined;
  };
  for (const noun of ["row-level-security", "dataset", "database", "role"] as const) app.events.onChanged(noun, forget);
  return () => {
    if (cached && isFresh(app, cached.sinceMs)) return cached.value;
    const loading = { value: reloadIfChanged(app, ++version, cached?.value), sinceMs: app.clock.elapsed() };
    cached = loading;
    loading.value.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading.value;
  };
}

/** Reusing an unchanged rule set keeps its cache entries valid. */
async function reloadIfChanged(app: App, version: number, before: Promise<RuleSet> | undefined): Promise<RuleSet> {
  const [loaded, known] = await Promise.all([load(app, version), before?.catch(() => undefined)]);
  return known && textOf(known) === textOf(loaded) ? known : loaded;
}

const textOf = ({ rules }: RuleSet) => JSON.stringify(rules, (_, value) => (value instanceof Set ? [...value] : value));

async function load(app: App, version: number): Promise<RuleSet> {
  const rows = await findRules(app.db);
  if (rows.length === 0) return { rules: [], version };
  const [links, places, roles] = [await linksOfRules(app.db), await placesOfRules(app.db), await rolesOfRules(app.db)];
  const rules = rows.map(
    ({ id, filter_type, clause, group_key }): RlsRule => ({
      id,
      filterType: filter_type,
      clause,
      groupKey: group_key || null,
      roleIds: new Set(roles.filter((role) => role.rule_id === id).map((role) => role.id)),
      links: links.filter((link) => link.rule_id === id).map(linkOf),
      places: places.filter((place) => place.rule_id === id).map(placeOf),
    }),
  );
  return { rules, version };
}

export async function hidesRows(app: App, user: User, databaseId: number): Promise<boolean> {
  return appliesIn(await rulesFor(app, user), databaseId);
}

/** Also by the rules of the authors through whose dashboard the rows are read. */
export async function grantHidesRows(app: App, grant: RowGrant, databaseId: number): Promise<boolean> {
  return appliesIn(await rulesOfGrant(app, grant), databaseId);
}

function appliesIn(rules: readonly RlsRule[], databaseId: number): boolean {
  const isHere = (bound: { databaseId: number }) => bound.databaseId === databaseId;
  return rules.some((rule) => rule.isEverywhere || rule.links.some(isHere) || rule.places.some(isHere));
}

const HIDDEN_ERROR = msg("The database error is hidden because row-level security applies to you.");

/** Errors in what the user wrote, found before the database saw it. */
const OWN = /^(INVALID_SQL|ADHOC_SUBQUERY_NOT_ALLOWED|MISSING_TEMPLATE_PARAMS)_ERROR$/;
const OF_DATABASE = /^(GENERIC_DB_ENGINE|SYNTAX|(COLUMN|TABLE|SCHEMA|OBJECT)_DOES_NOT_EXIST)_ERROR$/;

/**
 * Removes what database errors may quote: the rule itself, and values of rows that it hides, as engines may evaluate
 * conditions on them. Messages about names in `written`, the request's own text, stay.
 */
export function withoutHiddenValues(error: unknown, written: string): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map((entry) => (OWN.test(entry.error_type) ? entry : withoutRule(entry, written)));
  return new TesseraError(error.status, { ...error.body, errors }, { cause: error });
}

function withoutRule(entry: WireError, written: string): WireError {
  const { sql, line, column, hint: _, invalid, ...rest } = entry.extra ?? {};
  const place = typeof sql === "string" && written.includes(sql) ? { sql, line, column } : {};
  const extraWith = (more: object) => entry.extra && { ...rest, ...more };
  if (!OF_DATABASE.test(entry.error_type)) return { ...entry, extra: extraWith(place) };
  if (isAboutWritten(entry, written))
    return { ...entry, extra: extraWith(invalid === undefined ? place : { ...place, invalid }) };
  return { ...entry, message: t(HIDDEN_ERROR), extra: extraWith({}) };
}

/** Names parts of the request, or has no names and is about its SQL alone. */
function isAboutWritten({ error_type, extra }: WireError, written: string): boolean {
  if (error_type === "GENERIC_DB_ENGINE_ERROR") return false;
  const names = Array.isArray(extra?.invalid) ? extra.invalid.map(String) : [];
  if (names.length === 0) return typeof extra?.sql === "string" && written.includes(extra.sql);
  const text = written.toLowerCase();
  return names.every((name) => text.includes(name.toLowerCase()));
}
