import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { CommandFacts, SqlReader, TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import type { RowGrant } from "../../server/rights/row-grant.ts";
import type { User } from "../../server/user.ts";
import { connectionOf } from "../database/index.ts";
import type { DatasetRecord, Security } from "../dataset/index.ts";
import { type DatabasePlace, isTable, type ParametersOf, paramsIn, type RuledDataset, rulesOver } from "./match.ts";
import type { RlsRule } from "./rules.ts";
import { rulesFor, rulesOfGrant } from "./rules.ts";

interface DatasetSecurity {
  predicates: string[];
  sql: string | null;
}

/**
 * Defaults to the unrendered text. `params` are the rule's own, because users may choose those of their SQL and
 * datasets. Undefined = those of the queried dataset.
 */
type RenderClause = (clause: string, params?: string | null, renderedFor?: User) => string | Promise<string>;

export async function securedBy(
  app: App,
  rules: readonly RlsRule[],
  { dataset, render }: { dataset: DatasetRecord; render?: RenderClause },
): Promise<DatasetSecurity> {
  const sql = dataset.sql ?? null;
  if (rules.length === 0) return { predicates: [], sql };
  const { connection, connector } = await connectionOf(app, dataset.databaseId);
  const clauses = new Clauses(connection.sql, render);
  const { linked, bound } = await rulesOver(app, rules, dataset);
  const all = [...(await clauses.predicatesOf(rules, linked)), ...(await clauses.predicatesOf(rules, bound))];
  const predicates = [...new Set(all)];
  if (!sql?.trim()) return { predicates, sql };
  const place = { databaseId: dataset.databaseId, engine: connector.engine };
  return { predicates, sql: await securedStatement(sql, { rules, place, reader: connection.sql, clauses }) };
}

async function securingClauses(app: App, grant: RowGrant, dataset: RuledDataset): Promise<string[] | null> {
  const rules = await rulesOfGrant(app, grant);
  const own = rules.filter((await rulesOver(app, rules, dataset)).isFor);
  return own.length === 0 ? null : own.map((rule) => rule.clause).sort();
}

async function isFilteredTable(
  app: App,
  grant: RowGrant,
  { databaseId, table }: { databaseId: number; table: TableReference },
): Promise<boolean> {
  const rules = await rulesOfGrant(app, grant);
  if (rules.length === 0) return false;
  const { connector } = await connectionOf(app, databaseId);
  const place = { databaseId, engine: connector.engine };
  return rules.some((rule) => rule.isEverywhere || rule.places.some((known) => isTable(known, table, place)));
}

export function securityFor(app: App, grant: RowGrant): Security {
  return {
    grant,
    secured: async (dataset, render) => securedBy(app, await rulesOfGrant(app, grant), { dataset, render }),
    clauses: (dataset) => securingClauses(app, grant, dataset),
    isFiltered: (databaseId, table) => isFilteredTable(app, grant, { databaseId, table }),
  };
}

/**
 * Filters every table. If any rule applies to the user in the database, SQL that writes or can't be parsed is refused
 * with a typed error.
 */
export async function securedSql(
  app: App,
  user: User,
  { database, sql, render }: { database: { id: number; backend: string }; sql: string; render?: RenderClause },
): Promise<string> {
  const applied = await rulesFor(app, user);
  const rules = applied.filter((rule) => rule.places.some((place) => place.databaseId === database.id));
  if (rules.length === 0) return sql;
  const { connection } = await connectionOf(app, database.id);
  const reader = connection.sql;
  const clauses = new Clauses(reader, render);
  const place = { databaseId: database.id, engine: database.backend };
  const secured: string[] = [];
  for (const statement of await reader.split(sql))
    secured.push(await securedStatement(statement.sql, { rules, place, reader, clauses }));
  return secured.join(";\n");
}

interface Securing {
  rules: readonly RlsRule[];
  place: DatabasePlace;
  reader: SqlReader;
  clauses: Clauses;
}

async function securedStatement(sql: string, { rules, place, reader, clauses }: Securing): Promise<string> {
  const relevant = rules.filter((rule) => rule.places.some((known) => known.databaseId === place.databaseId));
  if (relevant.length === 0) return sql;
  const facts = await reader.inspect(sql);
  if (facts.kind !== "read" && !facts.command) throw notApplicable();
  const predicates = new Map<string, string>();
  for (const table of facts.reads) {
    const conditions = await clauses.predicatesOf(relevant, ({ places }) =>
      paramsIn(places.filter((known) => isTable(known, table, place))),
    );
    if (conditions.length > 0)
      predicates.set(JSON.stringify(table), conditions.map((one) => `(${one}\n)`).join(" AND "));
  }
  if (facts.command && (predicates.size > 0 || canRevealRows(facts.command))) throw hiddenCommandError();
  if (predicates.size === 0) return sql;
  return reader.secured(sql, (table) => predicates.get(JSON.stringify(table)) ?? null);
}

/** Statistics include hidden rows, and a setting may change what a condition means. */
const canRevealRows = ({ reveals, isSetting }: CommandFacts) => reveals === "figures" || isSetting;

const hiddenCommandError = () =>
  typedError(
    "QUERY_SECURITY_ACCESS_ERROR",
    t("This statement isn't allowed because row-level security applies to you. Use SELECT to read the table."),
    { extra: { engine_name: null } },
  );

class Clauses {
  readonly #reader: SqlReader;
  readonly #render: RenderClause;
  readonly #checked = new Map<string, Promise<string>>();

  constructor(reader: SqlReader, render: RenderClause = (clause) => clause) {
    this.#reader = reader;
    this.#render = render;
  }

  async predicatesOf(rules: readonly RlsRule[], paramsOf: ParametersOf): Promise<string[]> {
    const groups = new Map<string, string[]>();
    for (const rule of rules) {
      const params = paramsOf(rule);
      if (params.length === 0) continue;
      const key = rule.groupKey === null ? `rule ${rule.id}` : `group ${rule.groupKey}`;
      const clauses = await Promise.all(params.map((own) => this.#clause(rule, own)));
      groups.set(key, [
        ...(groups.get(key) ?? []),
        [...new Set(clauses)].map((clause) => `(${clause}\n)`).join(" AND "),
      ]);
    }
    return [...groups.values()].map((clauses) => clauses.join(" OR "));
  }

  #clause(rule: RlsRule, params: string | null | undefined): Promise<string> {
    const key = JSON.stringify([rule.clause, params, rule.renderedFor?.id]);
    const known = this.#checked.get(key);
    if (known) return known;
    const checked = this.#check(rule, params);
    this.#checked.set(key, checked);
    return checked;
  }

  async #check({ clause: text, renderedFor }: RlsRule, params: string | null | undefined): Promise<string> {
    try {
      const clause = await this.#render(text, params, renderedFor);
      await this.#reader.checkExpression(clause, "where");
      return clause;
    } catch (cause) {
      throw notApplicable(cause);
    }
  }
}

function notApplicable(cause?: unknown) {
  const detail = cause instanceof TesseraError ? { cause } : {};
  return typedError("TABLE_SECURITY_ACCESS_ERROR", t("Row level security cannot be applied to this query."), {
    ...detail,
    extra: { engine_name: null },
  });
}
