import { type Connector, type SourceColumn, TableExists } from "../../connectors/connector.ts";
import { msg, t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable, unprocessableField } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { audited, type Context, type Resource, route, unaudited, withOptions } from "../../server/http/route.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import {
  allowsUploadsTo,
  connectionConfig,
  connectionOf,
  connectorOf,
  DATABASE_UPLOAD,
  type DatabaseRecord,
  targetOf,
  visibleDatabase,
} from "../database/index.ts";
import { createDataset, datasetInPlace, refreshDataset } from "../dataset/index.ts";
import type { FileItem, MetadataFields, ReadFormat, UploadFields, UploadResult } from "./contract.ts";
import * as contract from "./contract.ts";
import { fileOf } from "./files.ts";
import type { PreparedText } from "./prepare-text.ts";
import { type FileSource, stagedFile, withSources } from "./sources.ts";
import { batchesOf, type Staged, stageSource, type Target, textsOf } from "./staging.ts";

const EXISTS = msg(
  "Table already exists. You can change your 'if table already exists' strategy to append or replace or provide a different Table Name to use.",
);

const upload = route(
  contract.upload,
  audited(DATABASE_UPLOAD, { action: "DatabaseRestApi.upload", verb: "upload", kind: "database" }),
  async (ctx, { params, body }) => {
    const record = await visibleDatabase(ctx, params.id);
    const connector = connectorOf(ctx.app, record);
    const schema = body.schema ?? null;
    if (!connector?.write) throw unprocessable(t("Database type does not support file uploads."));
    if (!allowsUploadsTo(ctx.user, record, schema))
      throw new TesseraError(403, { message: t("Database schema is not allowed for csv uploads."), field: "schema" });
    await assertCanRewrite(ctx, record, body);
    const file = fileOf(ctx.storedFiles, body.type);
    const target = await targetTable(ctx.app, { record, body, connector });
    const reading = { file, fields: body, signal: ctx.signal };
    const result = await withSources(ctx.app, reading, async ([source], folder) => {
      if (!source || source.kind === "empty") throw unprocessable(t("The file is empty."));
      const staged = await stageSource(ctx.app, {
        source,
        fields: body,
        file: stagedFile(folder, 0),
        target,
        signal: ctx.signal,
      });
      await writeTable(ctx, { record, body, staged });
      return resultOf(staged);
    });
    await registerDataset(ctx, record, body);
    const { table_name: table, already_exists: if_exists } = body;
    noteAction({ details: { table, schema, rows: result.rows, if_exists } });
    return { message: "OK", result };
  },
);

const resultOf = ({ rows, plans, long }: Staged): UploadResult => ({
  rows,
  ...(long ? { skipped_lines: long.count } : {}),
  columns: plans.map(({ column: { name, kind }, note }) => ({ name, type: kind, note: note ?? null })),
});

interface Place {
  record: DatabaseRecord;
  body: UploadFields;
  connector: Connector;
}

async function targetTable(app: App, { record, body, connector }: Place): Promise<Target> {
  const columns = body.already_exists === "append" ? await existingColumns(app, record, body) : [];
  return {
    engine: connector.engine,
    limits: connector.loadLimits ?? {},
    maxName: connector.dialect.maxLabelLength,
    ...(columns.length > 0 ? { columns } : {}),
  };
}

async function existingColumns(app: App, record: DatabaseRecord, body: UploadFields): Promise<SourceColumn[]> {
  const { connection } = await connectionOf(app, record.id);
  const { schema = null, catalog = null } = body;
  return connection.columns(await storedName(app, record, body), schema, catalog);
}

/** A table's rows and columns belong to its dataset. Throws a 403 unless the caller owns it. */
async function assertCanRewrite({ app, user }: Context, record: DatabaseRecord, body: UploadFields): Promise<void> {
  if (body.already_exists !== "replace" && body.already_exists !== "append") return;
  const known = await existingDataset(app, record, body);
  if (known) await assertOwner(app.db, user, { noun: "dataset", ids: [known.id] });
}

interface TableWrite {
  record: DatabaseRecord;
  body: UploadFields;
  staged: Staged;
}

async function writeTable({ app, signal }: Context, { record, body, staged }: TableWrite): Promise<void> {
  const connector = connectorOf(app, record);
  if (!connector?.write) return;
  const config = await connectionConfig(app, connector, targetOf(app.secrets, record));
  try {
    await connector.write(config, {
      table: body.table_name,
      schema: body.schema ?? null,
      ifExists: body.already_exists || "fail",
      columns: staged.columns,
      staged,
      batches: batchesOf(app, staged),
      signal,
    });
  } catch (error) {
    if (error instanceof TableExists) throw unprocessableField("table_name", t(EXISTS));
    throw error instanceof TesseraError ? unprocessable(error.message) : error;
  }
}

async function registerDataset({ app, user }: Context, record: DatabaseRecord, body: UploadFields): Promise<void> {
  const { schema = null, catalog = null } = body;
  const known = await existingDataset(app, record, body);
  if (known) await refreshDataset(app, user, known);
  else {
    const table_name = await storedName(app, record, body);
    await createDataset(app, user, { database: record.id, table_name, schema, catalog });
  }
}

async function existingDataset(app: App, record: DatabaseRecord, body: UploadFields) {
  const { schema = null, catalog = null } = body;
  const name = await storedName(app, record, body);
  return datasetInPlace(app, { databaseId: record.id, catalog, schema, name });
}

/** Some engines ignore case, so this looks up the table's actual name. */
async function storedName(app: App, { id }: DatabaseRecord, { table_name, schema, catalog }: UploadFields) {
  const { connection } = await connectionOf(app, id);
  const names = (await connection.tables(schema, catalog)).map(({ name }) => name);
  const isIt = (name: string) => name.toLowerCase() === table_name.toLowerCase();
  return names.includes(table_name) ? table_name : (names.find(isIt) ?? table_name);
}

const MAX_PREVIEW_ROWS = 100;

const uploadMetadata = route(
  contract.uploadMetadata,
  unaudited(DATABASE_UPLOAD, "reads a file without keeping it"),
  async (ctx, { body }) => {
    const file = fileOf(ctx.storedFiles, body.type);
    const requested = body.rows_to_read ?? 0;
    // Names alone don't need all rows.
    const fields = { ...body, rows_to_read: requested > 0 ? undefined : 0 };
    const reading = { file, fields, signal: ctx.signal };
    const items = await withSources(ctx.app, { ...reading, isPreview: true }, async (sources, folder) => {
      const found: FileItem[] = [];
      for (const [i, source] of sources.entries()) {
        ctx.signal.throwIfAborted();
        const own = {
          source,
          fields: i === chosenOf(sources, fields) ? fields : withoutTypes(fields),
          file: stagedFile(folder, i),
        };
        found.push(await itemOf(ctx, own, Math.min(requested, MAX_PREVIEW_ROWS)));
      }
      return found;
    });
    return { result: { items } };
  },
);

const chosenOf = (sources: readonly FileSource[], { sheet_name }: MetadataFields) =>
  sheet_name === undefined ? 0 : sources.findIndex(({ sheet }) => sheet === null || sheet === sheet_name);

const withoutTypes = (fields: MetadataFields): MetadataFields => ({
  ...fields,
  column_data_types: {},
  column_dates: [],
});

interface Item {
  source: FileSource;
  fields: MetadataFields;
  file: string;
}

async function itemOf({ app, signal }: Context, { source, fields, file }: Item, requested: number): Promise<FileItem> {
  if (source.kind === "empty")
    return {
      ...{ sheet_name: source.sheet, column_names: [] },
      ...(source.problem === undefined ? {} : { problem: source.problem }),
    };
  const names = { sheet_name: source.sheet };
  if (source.kind === "text" && requested === 0) return { ...names, column_names: source.prepared.names };
  const staged = await stageSource(app, { source, fields, file, signal });
  const column_names = staged.columns.map((column) => column.name);
  if (requested === 0) return { ...names, column_names };
  return {
    ...{ ...names, column_names, row_count: staged.rows },
    column_types: staged.columns.map(({ kind }) => kind),
    column_notes: staged.plans.map(({ note }) => note ?? null),
    ...partsOf(staged.plans),
    ...(source.kind === "text" ? findingsOf(source.prepared, fields) : {}),
    rows: await textsOf(app, staged, requested),
    ...(staged.detected ? { format: formatOf(staged.detected) } : {}),
  };
}

/** Only what there is: most files have no signs and no problems. */
function partsOf(plans: Staged["plans"]): Partial<FileItem> {
  const column_problems = plans.map(({ problem }) => problem ?? null);
  const column_signs = plans.map(({ sign }) => sign ?? null);
  return {
    ...(column_problems.some(Boolean) ? { column_problems } : {}),
    ...(column_signs.some(Boolean) ? { column_signs } : {}),
  };
}

function findingsOf({ long, headerBelow }: PreparedText, { skip_long_lines }: MetadataFields): Partial<FileItem> {
  return {
    ...(headerBelow === undefined ? {} : { header_below: headerBelow }),
    ...(long ? { long_lines: long.count } : {}),
    ...(long && !skip_long_lines ? { problem: long.problem } : {}),
  };
}

function formatOf({ encoding, delimiter, numbers, dayFirst }: NonNullable<Staged["detected"]>): ReadFormat {
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    decimal_character: numbers.decimal,
    thousands_character: numbers.thousands,
    ...(dayFirst === undefined ? {} : { day_first: dayFirst }),
  };
}

export const uploadResource: Resource = {
  name: "upload",
  routes: [upload, uploadMetadata].map((each) => withOptions(each, { storesFiles: true })),
};
