import type { Connection } from "../../connectors/connector.ts";
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
import { placedDatasetSql } from "./search-path.ts";
import { assertRendersNamedTables } from "./sql-access.ts";
import { hasRule } from "./store.ts";

/** Whose templates are rendered, and with which parameters of the page's address. */
export interface Asker {
  app: App;
  user: User;
  urlParams: Readonly<Record<string, unknown>>;
  security: Security;
  /** Asks for no rows, only whether a text can be rendered to SQL. */
  isTrial?: boolean;
}

/** Row-level security for the grant that the rows are read by. */
export interface Security {
  /** That they may read them at all. */
  readonly grant: RowGrant;
  /** Conditions that every row must fulfil, and the dataset's rendered SQL with the tables in it secured. */
  secured(
    dataset: DatasetRecord,
    render: (clause: string, params?: string | null, renderedFor?: User) => Promise<string>,
  ): Promise<{ predicates: string[]; sql: string | null }>;
  /** The clauses that hold for the dataset; null when there are none. */
  clauses(dataset: QueryDataset & { databaseId: number; id: number }): Promise<string[] | null>;
  /** Whether a rule may hide rows of the table. */
  isFiltered(databaseId: number, table: TablePath): Promise<boolean>;
}

/** Templates of one dataset may ask for others, so deep. */
const MAX_DEPTH = 5;

/**
 * Compiles a query of a dataset, to which the user must have rights: with its templates rendered, and then with
 * row-level security applied to what was rendered.
 */
export async function compileFor(
  asker: Asker,
  input: Omit<CompileInput, "templates"> & { dataset: DatasetRecord },
  depth = 0,
): Promise<CompiledQuery> {
  const { dataset, now } = input;
  const templates = new Templates(requestOf(asker), templateTurnsOf(asker.app));
  const scope: LookupScope = { asker, templates, dataset, now, depth };
  const find = (lookup: Lookup) => lookUp(scope, lookup);
  const compiled = await compileTemplated(input, templates, find);
  const { statement } = compiled;
  if (statement !== null && dataset.sql && !isEditorRecord(dataset)) {
    const { connection } = await connectionOf(asker.app, dataset.databaseId);
    await assertRendersNamedTables(connection.sql, dataset.sql, statement);
  }
  const sql = statement === null ? null : await placedDatasetSql(asker.app, statement, dataset);
  const rendered = { ...dataset, sql: sql ?? dataset.sql };
  const security = await asker.security.secured(rendered, (clause, params, renderedFor) => {
    if (!renderedFor) return renderTemplated({ clause, params }, templates, find);
    const own = params === undefined ? dataset : { ...dataset, template_params: params };
    return renderFor({ ...asker, user: renderedFor }, clause, { dataset: own, dialect: input.dialect, now });
  });
  if (security.predicates.length === 0 && security.sql === (statement ?? dataset.sql)) return compiled;
  const secured = { ...input, predicates: security.predicates, securedSql: security.sql };
  return compileTemplated(secured, templates, find);
}

/** A text of custom SQL outside of any query, e.g. a virtual dataset whose columns are asked for. */
export function renderFor(
  asker: Asker,
  text: string,
  { dataset, dialect, now }: { dataset: QueryDataset & { databaseId: number }; dialect: Dialect; now: number },
): Promise<string> {
  const templates = new Templates(requestOf(asker), templateTurnsOf(asker.app));
  const scope: LookupScope = { asker, templates, dataset, now, depth: 0 };
  templates.begin(noQuery(dataset, dialect, now));
  return renderTemplated(text, templates, (lookup) => lookUp(scope, lookup));
}

/**
 * Custom SQL on its way into the store, rendered for `use`: as for a request without values; when that does not work, with
 * a value wherever a template asks for one. `use` throws what is wrong with the SQL. Nobody's rows are read by it.
 */
export async function withTrialSql<T>(
  { app, user }: Pick<Asker, "app" | "user">,
  { text, dataset, dialect }: { text: string; dataset: QueryDataset & { databaseId: number }; dialect: Dialect },
  use: (sql: string) => Promise<T>,
): Promise<T> {
  const scope = { dataset, dialect, now: wallTime(app.clock) };
  const asker: Asker = { app, user, urlParams: {}, security: noRows(app, user) };
  try {
    return await use(await renderFor(asker, text, scope));
  } catch (error) {
    if (!hasTemplate(text) || !(error instanceof TesseraError)) throw error;
    return use(await renderFor({ ...asker, isTrial: true }, text, scope));
  }
}

/** Rules are not applied where no rows are read. */
const noRows = (app: App, user: User): Security => ({
  grant: RowGrant.ofSql(user),
  secured: async (dataset) => ({ predicates: [], sql: dataset.sql ?? null }),
  clauses: async () => null,
  isFiltered: (databaseId, { name }) => hasRule(app.db, { databaseId, name }),
});

function requestOf({ user, urlParams, isTrial = false }: Asker): TemplateRequest {
  if (user.isAnonymous && !user.guest) return { user: null, urlParams, isTrial };
  const { id, email } = user.guest ? { id: null, email: null } : user;
  const roles = user.roles.map((role) => role.name);
  return { user: { id, username: user.username, email, roles }, urlParams, isTrial };
}

interface LookupScope {
  asker: Asker;
  templates: Templates;
  dataset: QueryDataset & { databaseId: number; id?: number };
  now: number;
  depth: number;
}

async function lookUp(scope: LookupScope, lookup: Lookup): Promise<unknown> {
  switch (lookup.kind) {
    case "rls": {
      const { id } = scope.dataset;
      return id === undefined ? null : scope.asker.security.clauses({ ...scope.dataset, id });
    }
    case "metric": {
      const dataset = await readable(scope, lookup.datasetId, `Dataset ID ${lookup.datasetId} not found.`);
      const saved = dataset.metrics.find(({ metric_name }) => metric_name === lookup.key);
      if (!saved) throw metricNotFound(lookup.key, dataset.table_name);
      return saved.expression;
    }
    case "partitions":
      return partitionsOf(scope.asker, scope.dataset, lookup.table);
    case "dataset":
      return datasetSql(scope, lookup);
  }
}

async function readable({ asker, dataset }: LookupScope, id: number, notFound: string): Promise<DatasetRecord> {
  const found = await datasetForQuery(asker.app, id).catch((error: unknown) => {
    if (error instanceof TesseraError && error.status === 404)
      throw templateError("SupersetTemplateException", notFound);
    throw error;
  });
  if (!canAccessDataset(asker.user, found)) throw templateError("SupersetTemplateException", notFound);
  if (found.databaseId === dataset.databaseId) return found;
  throw templateError("SupersetTemplateException", `Dataset ${id} is in another database`);
}

/** The statement of another dataset, with its own checks passed. */
async function datasetSql(scope: LookupScope, lookup: Extract<Lookup, { kind: "dataset" }>): Promise<string> {
  const { asker, depth, now, templates } = scope;
  if (depth >= MAX_DEPTH) throw templateError("SupersetTemplateException", "Cyclic dataset macro detected");
  const dataset = await readable(scope, lookup.id, `Dataset ${lookup.id} not found!`);
  const { connection, connector } = await connectionOf(asker.app, dataset.databaseId);
  const query: QueryObject = {
    columns: [...(lookup.columns ?? dataset.columns.map((column) => column.column_name))],
    metrics: lookup.includeMetrics ? dataset.metrics.map((metric) => metric.metric_name) : null,
  };
  const input = { query, dataset, dialect: connector.dialect, now, outerBounds: lookup.bounds };
  const compiled = await compileFor(asker, input, depth + 1);
  await assertChecked(connection, compiled);
  if (compiled.templates) templates.include(compiled.templates);
  return compiled.sql;
}

async function assertChecked(connection: Connection, { checks, statement }: CompiledQuery): Promise<void> {
  await Promise.all(checks.map((check) => connection.sql.checkExpression(check.sql, check.kind)));
  if (statement !== null) await connection.sql.checkStatement(statement);
}

/** Rendering time per turn of the event loop. */
const TURN_MS = 20;
/** Rendering time per user and window. Each template has its own limit, but a request can have hundreds. */
const USER_MS = 1000;
const WINDOW_MS = 10_000;

/** Templates render in the main thread: spreads them over turns of the event loop and limits the time per user. */
class TemplateTurns implements RenderTurns {
  readonly #used = new Map<string, number>();
  #windowEnds = 0;
  #inTurnMs = 0;
  #turn: Promise<void> | undefined;

  /** Renders once the current turn has time left. */
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
      throw templateError("SecurityError", `your templates take too long. Try again in ${WINDOW_MS / 1000} seconds.`);
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
