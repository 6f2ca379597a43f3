import type { Connection } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { CommandFacts } from "../../query/sql/sql-reader.ts";
import type { Actor } from "../../server/store/stamp.ts";
import {
  canReadPlace,
  canSeeDatabase,
  connectionOf,
  type DatabaseRecord,
  databaseForbidden,
} from "../database/index.ts";
import { assertSqlAccess, commonSchemaOf, placedSql } from "../dataset/index.ts";
import { assertAllowed, type ReadStatement } from "./safety.ts";

export interface StatementPlace {
  catalog: string | null;
  schema: string | null;
}

interface QualifiedStatement {
  read: readonly ReadStatement[];
  places: readonly StatementPlace[];
}

export function placesOf(read: readonly ReadStatement[], start: StatementPlace): StatementPlace[] {
  let now = start;
  return read.map(({ facts }) => {
    const place = facts.command?.place;
    if (place) now = { catalog: place.catalog ?? now.catalog, schema: place.schema };
    return now;
  });
}

const setsOnly = (command: CommandFacts | null) => command !== null && command.reveals === "nothing";

export const returnsRows = ({ facts }: ReadStatement) =>
  facts.kind === "read" || (facts.kind === "command" && !setsOnly(facts.command));

export function settingsOf(read: readonly ReadStatement[]): (readonly string[] | null)[] {
  const settings: string[] = [];
  return read.map(({ sql, facts: { command } }) => {
    if (command?.isSetting) settings.push(sql);
    return setsOnly(command) ? null : [...settings];
  });
}

export function assertPlainChange(read: readonly ReadStatement[]): void {
  const first = read.findIndex(({ facts }) => !facts.command?.place);
  const misplaced = read.find(({ facts }, i) => facts.command?.isSetting || (facts.command?.place && i > first));
  if (!misplaced) return;
  const message = misplaced.facts.command?.isSetting
    ? t("SET can't be combined with statements that change data. Run the statements without SET.")
    : t("Put USE before all other statements that change data, or name the schema of each table.");
  throw typedError("DML_NOT_ALLOWED_ERROR", message, { extra: { sql: misplaced.sql } });
}

export async function assertAccess(
  { app, user }: Actor,
  database: DatabaseRecord,
  { read, places }: QualifiedStatement,
): Promise<void> {
  const namesNone = read.every(({ facts }) => facts.reads.length === 0);
  if (namesNone && !canSeeDatabase(user, database)) throw databaseForbidden();
  const { connector } = await connectionOf(app, database.id);
  const quoted = (name: string) => connector.dialect.quoteIdentifier(name);
  const queries = new Map<string, { place: StatementPlace; texts: string[] }>();
  for (const [i, { sql, facts }] of read.entries()) {
    const place = places[i] ?? { catalog: null, schema: null };
    if (facts.command) assertNamesVisible(user, { database, command: facts.command, place });
    const texts = facts.command
      ? facts.reads.map(({ catalog, schema, name }) => {
          return `SELECT 1 FROM ${[catalog, schema, name].flatMap((part) => (part ? [quoted(part)] : [])).join(".")}`;
        })
      : [sql];
    const key = JSON.stringify(place);
    const known = queries.get(key) ?? { place, texts: [] };
    known.texts.push(...texts);
    queries.set(key, known);
  }
  for (const { place, texts } of queries.values())
    if (texts.length > 0) await assertSqlAccess(app, user, { database, ...place, sql: texts.join(";\n") });
}

function assertNamesVisible(
  user: Actor["user"],
  { database, command, place }: { database: DatabaseRecord; command: CommandFacts; place: StatementPlace },
): void {
  const { reveals, schema } = command;
  if (reveals === "table" || reveals === "nothing") return;
  const named = { databaseId: database.id, databaseName: database.database_name };
  const listed = reveals === "names" ? (schema ?? place.schema) : null;
  const isOpen = canReadPlace(user, listed ? { ...named, catalog: place.catalog, schema: listed } : named);
  if (!isOpen && !canReadPlace(user, named)) throw databaseForbidden();
}

const STANDARD = "information_schema";

export async function assertPlacesExist(
  { user }: Actor,
  database: DatabaseRecord,
  { read, connection }: { read: readonly ReadStatement[]; connection: Connection },
): Promise<void> {
  if (!canReadPlace(user, { databaseId: database.id, databaseName: database.database_name })) return;
  for (const { sql, facts } of read) {
    const { place } = facts.command ?? {};
    if (!place) continue;
    // Some engines have one schema, named like its catalog.
    const known = [...(await connection.schemas(place.catalog)), ...(await connection.catalogs()), STANDARD];
    if (known.some((name) => name.toLowerCase() === place.schema.toLowerCase())) continue;
    const message = t('The schema "{schema}" does not exist.', { schema: place.schema });
    throw typedError("SCHEMA_DOES_NOT_EXIST_ERROR", message, { extra: { sql } });
  }
}

/** Qualifies all tables of read statements, so that what runs is what was checked. */
export async function qualifiedStatements(
  { app, user }: Actor,
  database: DatabaseRecord,
  { connection, read, places }: QualifiedStatement & { connection: Connection },
): Promise<string[]> {
  const isOpen = canReadPlace(user, { databaseId: database.id, databaseName: database.database_name });
  const statements: string[] = [];
  for (const [i, { sql, facts }] of read.entries()) {
    const { catalog = null, schema: chosen = null } = places[i] ?? {};
    const canPlace = facts.kind === "read" || (facts.command !== null && !setsOnly(facts.command));
    const schema = chosen || (isOpen || !canPlace ? null : await commonSchemaOf(app, database.id, facts.reads));
    const qualified = canPlace ? await placedSql(app, sql, { databaseId: database.id, catalog, schema }) : sql;
    // A qualified table may be a system table.
    if (qualified !== sql) assertAllowed({ sql: qualified, facts: await connection.sql.inspect(qualified) }, database);
    statements.push(qualified);
  }
  return statements;
}
