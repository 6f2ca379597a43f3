import type { Dialect } from "../../query/dialect.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import type { FieldReference, QueryColumns } from "../../query/sql/query-columns.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import { connectorOf, databasesByIds, sqlThreadsOf } from "../database/index.ts";
import {
  type DatasetRecord,
  datasetOfMacro,
  readDatasets,
  searchPathOf,
  templateReferences,
} from "../dataset/index.ts";

interface Database {
  id: number;
  dialect: Dialect;
  schemaOf(table: string): Promise<string | null>;
  homeCatalog(): Promise<string | null>;
}

/** The columns that an expression names: those of its dataset, and others, which can be of its table. */
export interface NamedColumns {
  columns: string[];
  others: string[];
  metrics: { datasetId: number; name: string }[];
}

const MAX_CACHED = 2000;

/** Reads SQL for one round of indexing; datasets and parsed texts are read once. */
export class Sources {
  readonly #app: App;
  readonly #datasets = new Map<number, Promise<DatasetRecord | undefined>>();
  readonly #databases = new Map<number, Promise<Database | undefined>>();
  readonly #named = new Map<string, Promise<NamedColumns>>();

  constructor(app: App) {
    this.#app = app;
  }

  dataset(id: number): Promise<DatasetRecord | undefined> {
    const known = this.#datasets.get(id);
    if (known) return known;
    const read = readDatasets(this.#app, [id]).then((found) => found.get(id));
    this.#datasets.set(id, read);
    return read;
  }

  database(id: number): Promise<Database | undefined> {
    const known = this.#databases.get(id);
    if (known) return known;
    const read = this.#readDatabase(id);
    this.#databases.set(id, read);
    return read;
  }

  async #readDatabase(id: number): Promise<Database | undefined> {
    const [row] = await databasesByIds(this.#app.db, [id]);
    const connector = row && connectorOf(this.#app, row);
    if (!connector) return undefined;
    let path: ReturnType<typeof searchPathOf> | undefined;
    const searchPath = () => {
      path ??= searchPathOf(this.#app, id);
      return path.catch(() => undefined);
    };
    return {
      id,
      dialect: connector.dialect,
      schemaOf: async (table) => (await (await searchPath())?.schemaOf(table).catch(() => null)) ?? null,
      homeCatalog: async () => (await searchPath())?.catalog ?? null,
    };
  }

  /** In lower case, with the schema that an unqualified name is found in. */
  async tableName(database: Database, table: TableReference, place: Partial<TableReference> = {}): Promise<string> {
    const schema = table.schema ?? place.schema ?? (await database.schemaOf(table.name));
    const named = table.catalog ?? place.catalog ?? null;
    const catalog = named !== null && named !== (await database.homeCatalog()) ? named : null;
    return [catalog, schema, table.name].flatMap((part) => (part ? [part.toLowerCase()] : [])).join(".");
  }

  columnsIn(dataset: DatasetRecord, text: string): Promise<NamedColumns> {
    const key = `${dataset.id} ${text}`;
    const known = this.#named.get(key);
    if (known) return known;
    const read = this.#readColumns(dataset, text);
    if (this.#named.size >= MAX_CACHED) this.#named.clear();
    this.#named.set(key, read);
    return read;
  }

  async #readColumns(dataset: DatasetRecord, text: string): Promise<NamedColumns> {
    const none = { columns: [], others: [], metrics: [] };
    const database = await this.database(dataset.databaseId);
    if (!database || !text.trim()) return none;
    const { dialect } = database;
    const { texts, metrics } = await templateReferences(this.#app, text, { dataset, dialect });
    const nameOf = nameAmong(dataset.columns.map((column) => column.column_name));
    const columns = new Set<string>();
    const others = new Set<string>();
    for (const sql of texts) {
      for (const name of await this.#namesIn(sql, dialect.engine)) {
        const column = nameOf(name);
        if (column === undefined) others.add(name);
        else columns.add(column);
      }
    }
    return {
      columns: [...columns],
      others: [...others],
      metrics: metrics.map(({ datasetId, name }) => ({ datasetId: datasetId ?? dataset.id, name })),
    };
  }

  async #namesIn(sql: string, engine: string): Promise<string[]> {
    const parsed = await sqlThreadsOf(this.#app)
      .expressionColumns(sql, engine)
      .catch(() => null);
    // Text that the parser doesn't understand may run all the same.
    return parsed ? parsed.map(({ name }) => name) : wordsOf(sql);
  }

  /** Each way in which a templated query can be rendered, with the tables that it names. */
  async queries(
    text: string,
    { dataset, database }: { dataset: QueryDataset; database: Database },
  ): Promise<{ queries: QueryColumns[]; metrics: { datasetId: number | null; name: string }[] }> {
    const { dialect } = database;
    const { texts, metrics } = await templateReferences(this.#app, text, { dataset, dialect });
    const queries: QueryColumns[] = [];
    for (const sql of texts) {
      const query = await this.#query(sql, database);
      if (query) queries.push(query);
    }
    return { queries, metrics };
  }

  async #query(sql: string, database: Database): Promise<QueryColumns | null> {
    const threads = sqlThreadsOf(this.#app);
    const { engine } = database.dialect;
    const read = (known?: Parameters<typeof threads.queryColumns>[2]) =>
      threads.queryColumns(sql, engine, known).catch(() => null);
    const first = await read();
    if (!first || !needsTables(first)) return first;
    const known = await Promise.all(
      first.tables.map(async (table) => ({ table, columns: await this.#columnsOf(table, database) })),
    );
    const isKnown = known.some(({ columns }) => columns.length > 0);
    return isKnown ? ((await read(known.filter(({ columns }) => columns.length > 0))) ?? first) : first;
  }

  async #columnsOf(table: TableReference, database: Database): Promise<string[]> {
    const macro = datasetOfMacro(table.name);
    if (macro !== undefined) {
      const dataset = await this.dataset(macro);
      return [...(dataset?.columns.map((column) => column.column_name) ?? [])];
    }
    const rows = await this.#app.db
      .selectFrom("datasets")
      .select(["id", "schema"])
      .where("database_id", "=", database.id)
      .where("table_name", "=", table.name)
      .where((e) => e.or([e("sql", "is", null), e("sql", "=", "")]))
      .execute();
    const schema = table.schema ?? (await database.schemaOf(table.name));
    const [row] = rows.filter((one) => schema === null || (one.schema ?? schema) === schema);
    const dataset = row && (await this.dataset(row.id));
    return (dataset?.columns ?? []).flatMap((column) => (column.expression ? [] : [column.column_name]));
  }
}

const needsTables = ({ stars, outputs, conditions, tables }: QueryColumns) =>
  stars.length > 0 ||
  (tables.length > 1 && [...outputs.flatMap(({ from }) => from), ...conditions].some(isWithoutTable));

const isWithoutTable = ({ table }: FieldReference) => table === null;

const WORDS = /"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;

function wordsOf(sql: string): string[] {
  const withoutTexts = sql.replaceAll(/'(?:[^']|'')*'/g, "''");
  return [...withoutTexts.matchAll(WORDS)].map(([, ...names]) => names.find((name) => name !== undefined) ?? "");
}

/** Exactly, or else ignoring case, as most engines do for unquoted names. */
export function nameAmong(names: readonly string[]): (name: string) => string | undefined {
  const exact = new Set(names);
  const folded = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (name) => (exact.has(name) ? name : folded.get(name.toLowerCase()));
}
