import { TableExists } from "../../connectors/connector.ts";
import { forbidden, TesseraError, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { type Context, type Resource, route, type UploadedFile } from "../../server/http/route.ts";
import { assertOwner } from "../../server/store/owners.ts";
import {
  connectionConfig,
  connectionOf,
  connectorOf,
  DATABASE_UPLOAD,
  type DatabaseRecord,
  mayUploadTo,
  targetOf,
  visibleDatabase,
} from "../database/index.ts";
import { createDataset, findDatasetByTable, refreshDataset } from "../dataset/index.ts";
import type { FileItem, MetadataFields, UploadFields } from "./contract.ts";
import * as contract from "./contract.ts";
import { fileOf, sheetsOf } from "./files.ts";
import { batchesOf, type Staged, textsOf, withStaged } from "./staging.ts";

const EXISTS =
  "Table already exists. You can change your 'if table already exists' strategy to append or replace or provide a different Table Name to use.";

const upload = route(contract.upload, DATABASE_UPLOAD, async (ctx, { params, body }) => {
  const record = await visibleDatabase(ctx, params.id);
  const connector = connectorOf(ctx.app, record);
  const schema = body.schema ?? null;
  if (!connector?.write) throw unprocessable("Database type does not support file uploads.");
  if (!mayUploadTo(ctx.user, record, schema)) throw forbidden("Database schema is not allowed for csv uploads.");
  await assertMayRewrite(ctx, record, body);
  const file = fileOf(ctx.files, body.type);
  await withStaged(ctx.app, { file, fields: body }, (staged) => written(ctx, { record, body, staged }));
  await registered(ctx, record, body);
  return { message: "OK" };
});

/** Rows and columns of a table are those of its dataset, which its owners change. Throws a 403 unless the caller is one. */
async function assertMayRewrite({ app, user }: Context, record: DatabaseRecord, body: UploadFields): Promise<void> {
  if (body.already_exists !== "replace" && body.already_exists !== "append") return;
  const known = await datasetThere(app, record, body);
  if (known) await assertOwner(app.db, user, { noun: "dataset", ids: [known.id] });
}

interface Writing {
  record: DatabaseRecord;
  body: UploadFields;
  staged: Staged;
}

async function written({ app, signal }: Context, { record, body, staged }: Writing): Promise<void> {
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
    if (error instanceof TableExists) throw unprocessable(EXISTS);
    throw error instanceof TesseraError ? unprocessable(error.message) : error;
  }
}

/** The dataset of the table: a new one, or the one that there is, with the columns that the table has now. */
async function registered({ app, user }: Context, record: DatabaseRecord, body: UploadFields): Promise<void> {
  const { schema = null, catalog = null } = body;
  const known = await datasetThere(app, record, body);
  if (known) await refreshDataset(app, user, known);
  else {
    const table_name = await nameThere(app, record, body);
    await createDataset(app, user, { database: record.id, table_name, schema, catalog });
  }
}

async function datasetThere(app: App, record: DatabaseRecord, body: UploadFields) {
  const { schema = null, catalog = null } = body;
  const name = await nameThere(app, record, body);
  return findDatasetByTable(app.db, { databaseId: record.id, catalog, schema, name });
}

/** What the engine calls the table that was written: to some of them names that differ in case are one. */
async function nameThere(app: App, { id }: DatabaseRecord, { table_name, schema, catalog }: UploadFields) {
  const { connection } = await connectionOf(app, id);
  const names = (await connection.tables(schema, catalog)).map(({ name }) => name);
  const isIt = (name: string) => name.toLowerCase() === table_name.toLowerCase();
  return names.includes(table_name) ? table_name : (names.find(isIt) ?? table_name);
}

const MAX_PREVIEW_ROWS = 100;
/** Each is read by processes of its own. */
const MAX_SHEETS = 50;

const uploadMetadata = route(contract.uploadMetadata, DATABASE_UPLOAD, async (ctx, { body }) => {
  const file = fileOf(ctx.files, body.type);
  if (body.type !== "excel") return { result: { items: [await itemOf(ctx, null, { file, fields: body })] } };
  const items: FileItem[] = [];
  const sheets = await sheetsOf(file);
  if (sheets.length > MAX_SHEETS) throw unprocessable(`The workbook has more than ${MAX_SHEETS} sheets.`);
  for (const { name, csv } of sheets) {
    ctx.signal.throwIfAborted();
    const sheet = { ...file, bytes: Buffer.from(csv) };
    const fields = { ...body, type: "csv" as const, delimiter: "," };
    items.push(csv.trim() === "" ? emptyItem(name) : await itemOf(ctx, name, { file: sheet, fields }));
  }
  return { result: { items } };
});

const emptyItem = (name: string): FileItem => ({ sheet_name: name, column_names: [] });

function itemOf(
  { app }: Context,
  name: string | null,
  { file, fields }: { file: UploadedFile; fields: MetadataFields },
): Promise<FileItem> {
  const asked = Math.min(fields.rows_to_read ?? 0, MAX_PREVIEW_ROWS);
  return withStaged(app, { file, fields: { ...fields, rows_to_read: asked } }, async (staged) => ({
    sheet_name: name,
    column_names: staged.columns.map((column) => column.name),
    ...(asked > 0 ? { column_types: staged.columns.map(({ kind }) => kind), rows: await textsOf(app, staged) } : {}),
  }));
}

export const uploadResource: Resource = { name: "upload", routes: [upload, uploadMetadata] };
