import { forbidden, TesseraError, type WireError } from "../../model/errors.ts";
import { type App, isFresh } from "../../server/app.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import type { RowGrant } from "../../server/rights/row-grant.ts";
import { isPhysical } from "../../server/store/rule-bindings.ts";
import type { Guest, User } from "../../server/user.ts";
import { datasetForQuery } from "../dataset/index.ts";
import { rulesOver } from "./match.ts";
import { datasetPlaces, findRules, linksOfRules, placesOfRules, rolesOfRules } from "./store.ts";

/** A rule as the server keeps it in memory. */
export interface RlsRule {
  id: number;
  /** For the rows of every dataset that is queried, whatever it is linked to. */
  isEverywhere?: boolean;
  filterType: "Regular" | "Base";
  clause: string;
  groupKey: string | null;
  roleIds: ReadonlySet<number>;
  /** Whose templates the clause is rendered with; the reader's unless given. */
  renderedFor?: User;
  links: readonly RuleLink[];
  places: readonly RulePlace[];
}

/** A dataset that a rule is for, whatever that reads. */
interface RuleLink {
  datasetId: number;
  databaseId: number;
  /** Which the clause may name. */
  templateParams: string | null;
}

/** A table that a rule is for, by whatever dataset or SQL it is read. */
export interface RulePlace {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  templateParams: string | null;
}

interface RuleSet {
  rules: readonly RlsRule[];
  /** Grows whenever a rule, or a dataset that one may be for, changes. */
  version: number;
}

/** Rules that hold for the user: Regular ones of a role they have, Base ones unless they have one of its roles. */
export async function rulesFor(app: App, user: User): Promise<RlsRule[]> {
  const { rules } = await app.once(createRuleSets)();
  const held = rules.filter((rule) => holdsFor(rule, user));
  return user.guest ? [...held, ...(await guestRules(app, user.guest))] : held;
}

/**
 * The rules for rows that are read by the grant: the user's, and through a dashboard also those of its authors, who share
 * no rows that they may not see. Rules of one group are alternatives for one person, so an author's stand by themselves.
 */
export async function rulesOfGrant(app: App, { user, authors }: RowGrant): Promise<RlsRule[]> {
  const own = await rulesFor(app, user);
  const known = new Set(own.map(({ id }) => id));
  const others = await Promise.all(
    authors.map(async (author) =>
      (await rulesFor(app, author)).flatMap((rule) => {
        const isPersonal = rule.clause.includes("{");
        if (known.has(rule.id) && !isByPerson(rule)) return [];
        const groupKey = `${rule.groupKey ?? `rule ${rule.id}`} of user ${author.id}`;
        return [{ ...rule, groupKey, ...(isPersonal ? { renderedFor: author } : {}) }];
      }),
    ),
  );
  return [...own, ...new Map(others.flat().map((rule) => [`${rule.id} ${rule.groupKey}`, rule])).values()];
}

/** Whether it is another condition for each user: by templates, or as an alternative to the user's others of a group. */
const isByPerson = ({ clause, groupKey }: RlsRule) => groupKey !== null || clause.includes("{");

function holdsFor({ filterType, roleIds }: RlsRule, user: User): boolean {
  const hasRole = user.roles.some((role) => roleIds.has(role.id));
  return filterType === "Regular" ? hasRole : !hasRole;
}

/**
 * What a guest's token says, as rules: each must hold. Throws a 403 for a rule of a dataset that isn't there, as one that
 * was deleted and made again under another id: the rule is meant to hide rows that nothing would hide.
 */
async function guestRules(app: App, { rules }: Guest): Promise<RlsRule[]> {
  const ids = rules.flatMap(({ dataset }) => dataset ?? []);
  const datasets = await datasetPlaces(app.db, possibleIds(ids));
  const unknown = ids.find((id) => !datasets.some((row) => row.id === id));
  if (unknown !== undefined) throw forbidden(`The guest token has a rule of dataset ${unknown}, which does not exist.`);
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

/**
 * Every rule over the dataset, whether it holds for the user, and why; and those that hold for the authors whom the rows
 * are read through.
 */
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
    const isRegular = rule.filterType === "Regular";
    const roles = shared.length > 0 ? `they have ${shared.join(", ")}` : "they have none of its roles";
    const text = `${isRegular ? "for its roles" : "for everybody but its roles"}; ${roles}`;
    return { ...shown(rule), holds: holdsFor(rule, user), text, author: null };
  });
  const text = "for an author of the dashboard or chart; applies to everyone it lets in";
  const ofAuthors = authors
    .filter((author) => author.id !== user.id)
    .flatMap((author) =>
      own
        .filter((rule) => holdsFor(rule, author) && (isByPerson(rule) || !holdsFor(rule, user)))
        .map((rule) => ({ ...shown(rule), holds: true, text, author: author.username })),
    );
  return [...ofUser, ...ofAuthors];
}

/**
 * A text that differs between users whose rules differ, and between times when the rules or what they are for did:
 * what is remembered of one is never given to another. Empty while there are no rules at all.
 */
export async function securityStamp(app: App, user: User): Promise<string> {
  const { rules, version } = await app.once(createRuleSets)();
  const own = user.guest?.rules.length ? `guest ${JSON.stringify([user.username, user.guest.rules])}` : "";
  if (rules.length === 0) return own;
  const held = rules.filter((rule) => holdsFor(rule, user));
  const isPersonal = held.some(({ clause }) => clause.includes("{"));
  return `${version}:${held.map((rule) => rule.id).join(",")}:${isPersonal ? user.id : ""}:${own}`;
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
  let kept: { value: Promise<RuleSet>; sinceMs: number } | undefined;
  const forget = () => {
    version++;
    kept = undefined;
  };
  for (const noun of ["row-level-security", "dataset", "database", "role"] as const) app.events.onChanged(noun, forget);
  return () => {
    if (kept && isFresh(app, kept.sinceMs)) return kept.value;
    const loading = { value: loadUnlessSame(app, ++version, kept?.value), sinceMs: app.clock.now() };
    kept = loading;
    loading.value.catch(() => {
      if (kept === loading) kept = undefined;
    });
    return loading.value;
  };
}

/** The rules of before where they are the same: what is kept with them holds on. */
async function loadUnlessSame(app: App, version: number, before: Promise<RuleSet> | undefined): Promise<RuleSet> {
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

/** Whether any rule may hide rows of the database from the user. */
export async function hidesRows(app: App, user: User, databaseId: number): Promise<boolean> {
  const rules = await rulesFor(app, user);
  const isHere = (bound: { databaseId: number }) => bound.databaseId === databaseId;
  return rules.some((rule) => rule.isEverywhere || rule.links.some(isHere) || rule.places.some(isHere));
}

const KEPT_BACK =
  "The database could not compute this. What it says is kept back, since row level security hides rows from you.";

/**
 * A failure without the words of the database, where they may quote values: engines compute conditions in an order of
 * their own, also for rows that a rule hides.
 */
export function withoutHiddenValues(error: unknown): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map(
    (entry): WireError => (entry.error_type === "GENERIC_DB_ENGINE_ERROR" ? { ...entry, message: KEPT_BACK } : entry),
  );
  return new TesseraError(error.status, { ...error.body, errors }, { cause: error });
}
