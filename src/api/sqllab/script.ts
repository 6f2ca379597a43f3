import type { Connection, Connector } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { canSeeDatabase, connectionOf, type DatabaseRecord, databaseForbidden } from "../database/index.ts";
import { securedSql } from "../row-level-security/index.ts";
import { renderedSql } from "./render.ts";
import { assertAllowed, type ReadStatement, statementsOf } from "./safety.ts";
import {
  assertAccess,
  assertPlacesExist,
  assertPlainChange,
  placesOf,
  qualifiedStatements,
  returnsRows,
  settingsOf,
} from "./script-places.ts";

export interface ScriptRequest {
  database: DatabaseRecord;
  sql: string;
  /** Braces in the SQL belong to names. */
  hasNoTemplates?: true;
  catalog: string | null;
  schema: string | null;
  templateParams: string | null;
  urlParams: Readonly<Record<string, unknown>>;
  queryLimit: number | null;
  creates: { method: "TABLE" | "VIEW"; name: string; schema: string | null } | null;
}

export interface Script {
  connection: Connection;
  connector: Connector;
  statements: string[];
  written: string[];
  read: readonly ReadStatement[];
  reading: string | null;
  /** Per statement; null for one that only changes settings for the following ones. */
  settings: (readonly string[] | null)[];
  isChanging: boolean;
  schema: string | null;
  limit: number;
  limitingFactor: string;
  tables: TableReference[];
  selectSql: string | null;
  secured: SecuredScript;
}

export interface SecuredScript {
  qualified: readonly string[];
  secured: readonly string[];
}

/**
 * Renders templates, splits statements, checks access to every table, qualifies names, applies row-level security, and
 * sets limits. Throws a typed error for anything the user may not run.
 */
export async function prepareScript(actor: Actor, request: ScriptRequest): Promise<Script> {
  const { app } = actor;
  const { database, catalog, schema } = request;
  const { connection, connector } = await connectionOf(app, database.id);
  const place = { databaseId: database.id, dialect: connector.dialect, ...request };
  const rendered = request.hasNoTemplates ? request.sql : await renderedSql(actor, request.sql, place);
  const read = await statementsOf(connection.sql, rendered, connector.engine);
  const places = placesOf(read, { catalog, schema });
  await assertAccess(actor, database, { read, places });
  for (const statement of read) assertAllowed(statement, database);
  await assertPlacesExist(actor, database, { read, connection });
  const isChanging = read.some(({ facts }) => facts.kind === "write") || request.creates !== null;
  if (isChanging) assertChangeable(connection, connector, read);
  const qualified = await qualifiedStatements(actor, database, { connection, read, places });
  const secured = await securedStatements(actor, request, qualified);
  const last = read.at(-1) as ReadStatement;
  const limits = limitsOf(last, request.queryLimit, app.config.limits.maxRows);
  const creates = request.creates && creationOf(request.creates, database, read);
  const cut = await Promise.all(
    secured.map((sql, i) =>
      read[i]?.facts.kind === "read" && !creates ? limited(connection, sql, limits.limit) : sql,
    ),
  );
  const run = cut.map((sql, i) => read[i]?.facts.command?.runs ?? sql);
  const final = run.at(-1) ?? "";
  const statements = creates ? [...run.slice(0, -1), creates.wrap(final, connector)] : run;
  return {
    connection,
    connector,
    statements,
    written: read.map(({ sql }) => sql),
    reading: readingOf(last, { secured: secured.at(-1) ?? "", isCreating: creates !== null }),
    read,
    settings: settingsOf(read),
    isChanging,
    schema: places.at(-1)?.schema ?? null,
    ...limits,
    tables: read.flatMap(({ facts }) => [...facts.reads, ...facts.writes]),
    selectSql: creates ? `SELECT *\nFROM ${creates.nameOf(connector)}` : null,
    secured: { qualified, secured },
  };
}

function assertChangeable({ change }: Connection, { name }: Connector, read: readonly ReadStatement[]): void {
  if (!change)
    throw typedError(
      "DML_NOT_ALLOWED_ERROR",
      t("Data can't be changed here: {engine} is read-only.", { engine: name }),
    );
  assertPlainChange(read);
}

function readingOf(last: ReadStatement, { secured, isCreating }: { secured: string; isCreating: boolean }) {
  return returnsRows(last) && !isCreating ? (last.facts.command?.runs ?? secured) : null;
}

type Place = Omit<ScriptRequest, "sql" | "queryLimit" | "creates">;

async function securedStatements(
  { app, user }: Actor,
  request: Place,
  statements: readonly string[],
): Promise<string[]> {
  const { connector } = await connectionOf(app, request.database.id);
  const place = { databaseId: request.database.id, dialect: connector.dialect, ...request };
  const database = { id: request.database.id, backend: connector.engine };
  // Without the tab's parameters, which the user controls.
  const render = (clause: string, templateParams: string | null = null) =>
    renderedSql({ app, user }, clause, { ...place, templateParams });
  const secured: string[] = [];
  for (const sql of statements) secured.push(await securedSql(app, user, { database, sql, render }));
  return secured;
}

/**
 * Whether the same statements would return the same rows to the current user. Typed 403 without access; false if the
 * rules differ.
 */
export async function returnsSameRows(actor: Actor, request: Place, script: SecuredScript): Promise<boolean> {
  const { app, user } = actor;
  const { database, catalog, schema } = request;
  if (!canSeeDatabase(user, database)) throw databaseForbidden();
  const { connection, connector } = await connectionOf(app, database.id);
  const read = await statementsOf(connection.sql, script.qualified.join(";\n"), connector.engine);
  await assertAccess(actor, database, { read, places: placesOf(read, { catalog, schema }) });
  const secured = await securedStatements(actor, request, script.qualified);
  return secured.length === script.secured.length && secured.every((sql, i) => sql === script.secured[i]);
}

async function limited(connection: Connection, sql: string, limit: number): Promise<string> {
  return (await connection.sql.limited(sql, limit + 1)) ?? sql;
}

function limitsOf({ facts }: ReadStatement, requested: number | null, maxRows: number) {
  const dropdown = Math.min(requested || maxRows, maxRows);
  const own = facts.rowLimit;
  if (own === null || own > dropdown) return { limit: dropdown, limitingFactor: "DROPDOWN" };
  return { limit: own, limitingFactor: own === dropdown ? "QUERY_AND_DROPDOWN" : "QUERY" };
}

interface Creation {
  nameOf(connector: Connector): string;
  wrap(select: string, connector: Connector): string;
}

function creationOf(
  { method, name, schema }: NonNullable<ScriptRequest["creates"]>,
  { allow_ctas, allow_cvas }: DatabaseRecord,
  read: readonly ReadStatement[],
): Creation {
  if (method === "TABLE" ? !allow_ctas : !allow_cvas)
    throw typedError("DML_NOT_ALLOWED_ERROR", t("CREATE {method} AS is not allowed in this database.", { method }));
  const facts = read.at(-1)?.facts;
  const isSelect = facts?.kind === "read" && !/^(explain|describe|desc|show|pragma|summarize)\b/.test(facts.opening);
  if (method === "VIEW" && (read.length > 1 || !isSelect))
    throw typedError(
      "INVALID_CVAS_QUERY_ERROR",
      t("CREATE VIEW AS takes a single statement, and it must be a SELECT."),
    );
  if (!isSelect)
    throw typedError("INVALID_CTAS_QUERY_ERROR", t("CREATE TABLE AS requires the last statement to be a SELECT."));
  const nameOf = ({ dialect }: Connector) =>
    [schema, name].flatMap((part) => (part ? [dialect.quoteIdentifier(part)] : [])).join(".");
  return { nameOf, wrap: (select, connector) => `CREATE ${method} ${nameOf(connector)} AS\n${select}` };
}
