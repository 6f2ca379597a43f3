import type { Connection } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError } from "../../model/errors.ts";
import type { QueryObject } from "../../model/query-context.ts";
import type { CompiledQuery, CompileInput } from "../../query/compile.ts";
import type { Dialect, TablePath } from "../../query/dialect.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import { compileTemplated, noQuery, renderTemplated } from "../../query/templates/compile-templated.ts";
import { type Lookup, metricNotFound, type TemplateRequest } from "../../query/templates/macros.ts";
import { templateError } from "../../query/templates/template-error.ts";
import { hasTemplate } from "../../query/templates/template-text.ts";
import { type RenderTurns, Templates } from "../../query/templates/templates.ts";
import type { App } from "../../server/app.ts";
import { wallTime } from "../../server/clock.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import { currentUserKey } from "../../server/fair-share.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import type { User } from "../../server/user.ts";
import { connectionOf } from "../database/index.ts";
import { partitionsOf } from "./partitions.ts";
import { canAccessDataset } from "./policy.ts";
import { type DatasetRecord, isEditorRecord } from "./record.ts";
import { datasetForQuery } from "./records.ts";
import { qualifiedDatasetSql } from "./search-path.ts";
import { assertRendersNamedTables } from "./sql-access.ts";
import { hasRule } from "./store.ts";

export interface TemplateContext {
  app: App;
  user: User;
  urlParams: Readonly<Record<string, unknown>>;
  security: Security;
  isTrial?: boolean;
}

export interface Security {
  readonly grant: RowGrant;
  secured(
    dataset: DatasetRecord,
    render: (clause: string, params?: string | null, renderedFor?: User) => Promise<string>,
  ): Promise<{ predicates: string[]; sql: string | null }>;
  clauses(dataset: QueryDataset & { databaseId: number; id: number }): Promise<string[] | null>;
  isFiltered(databaseId: number, table: TablePath): Promise<boolean>;
}

const MAX_DEPTH = 5;

/** Renders templates first, then applies row-level security to the result. Callers check access to the dataset. */
export async function compileFor(
  context: TemplateContext,
  input: Omit<CompileInput, "templates"> & { dataset: DatasetRecord },
  depth = 0,
): Promise<CompiledQuery> {
  const { dataset, now } = input;
  const templates = new Templates(requestOf(context), templateTurnsOf(context.app));
  const scope: LookupScope = { context, templates, dataset, now, depth };
  const find = (lookup: Lookup) => lookUp(scope, lookup);
  const compiled = await compileTemplated(input, templates, find);
  const { statement } = compiled;
  if (statement !== null && dataset.sql && !isEditorRecord(dataset)) {
    const { connection } = await connectionOf(context.app, dataset.databaseId);
    await assertRendersNamedTables(connection.sql, dataset.sql, statement);
  }
  const sql = statement === null ? null : await qualifiedDatasetSql(context.app, statement, dataset);
  const rendered = { ...dataset, sql: sql ?? dataset.sql };
  const security = await context.security.secured(rendered, (clause, params, renderedFor) => {
    if (!renderedFor) return renderTemplated({ clause, params }, templates, find);
    const own = params === undefined ? dataset : { ...dataset, template_params: params };
    return renderFor({ ...context, user: renderedFor }, clause, { dataset: own, dialect: input.dialect, now });
  });
  if (security.predicates.length === 0 && security.sql === (statement ?? dataset.sql)) return compiled;
  const secured = { ...input, predicates: security.predicates, securedSql: security.sql };
  return compileTemplated(secured, templates, find);
}

export function renderFor(
  context: TemplateContext,
  text: string,
  { dataset, dialect, now }: { dataset: QueryDataset & { databaseId: number }; dialect: Dialect; now: number },
): Promise<string> {
  const templates = new Templates(requestOf(context), templateTurnsOf(context.app));
  const scope: LookupScope = { context, templates, dataset, now, depth: 0 };
  templates.begin(noQuery(dataset, dialect, now));
  return renderTemplated(text, templates, (lookup) => lookUp(scope, lookup));
}

/**
 * Renders SQL before saving: without request values or, if that fails, with a value for each. `use` throws if the SQL
 * is wrong. Reads no rows.
 */
export async function withRenderedSql<T>(
  { app, user }: Pick<TemplateContext, "app" | "user">,
  { text, dataset, dialect }: { text: string; dataset: QueryDataset & { databaseId: number }; dialect: Dialect },
  use: (sql: string) => Promise<T>,
): Promise<T> {
  const scope = { dataset, dialect, now: wallTime(app.clock) };
  const context: TemplateContext = { app, user, urlParams: {}, security: noRows(app, user) };
  try {
    return await use(await renderFor(context, text, scope));
  } catch (error) {
    if (!hasTemplate(text) || !(error instanceof TesseraError)) throw error;
    return use(await renderFor({ ...context, isTrial: true }, text, scope));
  }
}

const noRows = (app: App, user: User): Security => ({
  grant: RowGrant.ofSql(user),
  secured: async (dataset) => ({ predicates: [], sql: dataset.sql ?? null }),
  clauses: async () => null,
  isFiltered: (databaseId, { name }) => hasRule(app.db, { databaseId, name }),
});

function requestOf({ user, urlParams, isTrial = false }: TemplateContext): TemplateRequest {
  if (user.isAnonymous && (!user.guest || user.guest.link)) return { user: null, urlParams, isTrial };
  const { id, email } = user.guest ? { id: null, email: null } : user;
  const roles = user.roles.map((role) => role.name);
  return { user: { id, username: user.username, email, roles }, urlParams, isTrial };
}

interface LookupScope {
  context: TemplateContext;
  templates: Templates;
  dataset: QueryDataset & { databaseId: number; id?: number };
  now: number;
  depth: number;
}

async function lookUp(scope: LookupScope, lookup: Lookup): Promise<unknown> {
  switch (lookup.kind) {
    case "rls": {
      const { id } = scope.dataset;
      return id === undefined ? null : scope.context.security.clauses({ ...scope.dataset, id });
    }
    case "metric": {
      const dataset = await readable(
        scope,
        lookup.datasetId,
        t("Dataset ID {id} not found.", { id: String(lookup.datasetId) }),
      );
      const saved = dataset.metrics.find(({ metric_name }) => metric_name === lookup.key);
      if (!saved) throw metricNotFound(lookup.key, dataset.table_name);
      return saved.expression;
    }
    case "partitions":
      return partitionsOf(scope.context, scope.dataset, lookup.table);
    case "dataset":
      return datasetSql(scope, lookup);
  }
}

async function readable({ context, dataset }: LookupScope, id: number, notFound: string): Promise<DatasetRecord> {
  const found = await datasetForQuery(context.app, id).catch((error: unknown) => {
    if (error instanceof TesseraError && error.status === 404)
      throw templateError("SupersetTemplateException", notFound);
    throw error;
  });
  if (!canAccessDataset(context.user, found)) throw templateError("SupersetTemplateException", notFound);
  if (found.databaseId === dataset.databaseId) return found;
  throw templateError("SupersetTemplateException", t("Dataset {id} is in another database", { id: String(id) }));
}

async function datasetSql(scope: LookupScope, lookup: Extract<Lookup, { kind: "dataset" }>): Promise<string> {
  const { context, depth, now, templates } = scope;
  if (depth >= MAX_DEPTH) throw templateError("SupersetTemplateException", t("Cyclic dataset macro detected"));
  const dataset = await readable(scope, lookup.id, t("Dataset {id} not found!", { id: String(lookup.id) }));
  const { connection, connector } = await connectionOf(context.app, dataset.databaseId);
  const query: QueryObject = {
    columns: [...(lookup.columns ?? dataset.columns.map((column) => column.column_name))],
    metrics: lookup.includeMetrics ? dataset.metrics.map((metric) => metric.metric_name) : null,
  };
  const input = { query, dataset, dialect: connector.dialect, now, outerBounds: lookup.bounds };
  const compiled = await compileFor(context, input, depth + 1);
  await assertChecked(connection, compiled);
  if (compiled.templates) templates.include(compiled.templates);
  return compiled.sql;
}

/** For custom SQL in a dataset or query: the database's own parser must accept it before it runs. */
export async function assertChecked(connection: Connection, { checks, statement }: CompiledQuery): Promise<void> {
  await Promise.all(checks.map((check) => connection.sql.checkExpression(check.sql, check.kind)));
  if (statement !== null) await connection.sql.checkStatement(statement);
}

const TURN_MS = 20;
/** Rendering time per user and window. Each template has its own limit, but a request can have hundreds. */
const USER_MS = 1000;
const WINDOW_MS = 10_000;

/** Templates render in the main thread: this spreads them over turns of the event loop and limits the time per user. */
class TemplateTurns implements RenderTurns {
  readonly #used = new Map<string, number>();
  #windowEnds = 0;
  #inTurnMs = 0;
  #turn: Promise<void> | undefined;

  async run<T>(render: () => Promise<T>): Promise<T> {
    while (this.#inTurnMs > TURN_MS) {
      this.#turn ??= this.#afterTurn();
      await this.#turn;
    }
    // No await before this: the time is added before the next rendering checks it.
    return render();
  }

  assertTimeLeft(): void {
    if (performance.now() > this.#windowEnds) {
      this.#used.clear();
      this.#windowEnds = performance.now() + WINDOW_MS;
    }
    if ((this.#used.get(currentUserKey()) ?? 0) > USER_MS)
      throw templateError(
        "SecurityError",
        t("Your templates used up their time limit. Try again in {seconds, number} seconds.", {
          seconds: WINDOW_MS / 1000,
        }),
      );
  }

  add(ms: number): void {
    const person = currentUserKey();
    this.#inTurnMs += ms;
    this.#used.set(person, (this.#used.get(person) ?? 0) + ms);
  }

  async #afterTurn(): Promise<void> {
    await yieldToEventLoop();
    this.#inTurnMs = 0;
    this.#turn = undefined;
  }
}

const templateTurnsOf = (app: App): TemplateTurns => app.once(openTurns);

const openTurns = () => new TemplateTurns();
