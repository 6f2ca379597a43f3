import { t } from "../../i18n/translate.ts";
import { badRequest, invalidFields, notFound } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { audited, permission, type Route, route, withLargeBody, withOptions } from "../../server/http/route.ts";
import { fieldErrors } from "../../server/http/validation.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import {
  assertDatasetAccess,
  changeDataset,
  datasetForQuery,
  datasourceOf,
  findDataset,
  UpdateDataset,
} from "../dataset/index.ts";
import * as contract from "./legacy-contract.ts";

const GET = permission("can_get", "Datasource");
const SAVE = permission("can_save", "Datasource");

function assertDatasetType(type: string): void {
  if (type !== "table" && type !== "dataset") throw badRequest(t("Datasource type is not supported: {type}", { type }));
}

const get = route(contract.get, GET, async ({ app, user }, { params }) => {
  assertDatasetType(params.type);
  const record = await datasetForQuery(app, params.id);
  assertDatasetAccess(user, record);
  return datasourceOf(record);
});

const save = route(
  contract.save,
  audited(SAVE, { action: "Datasource.save", verb: "change", kind: "dataset" }),
  async (ctx, { body }) => {
    const { id, type, values } = parseSave(body.data);
    assertDatasetType(type);
    const record = await datasetForQuery(ctx.app, id);
    noteAction({ references: [record.id], fields: Object.keys(values) });
    assertDatasetAccess(ctx.user, record);
    await assertOwner(ctx.app.db, ctx.user, { noun: "dataset", ids: [record.id] });
    const row = await findDataset(ctx.app.db, record.id);
    if (!row) throw notFound();
    await assertUnmanaged(ctx.app.db, { noun: "dataset", ids: [row.id] });
    await changeDataset(ctx, row, { body: values, overrideColumns: false });
    return datasourceOf(await datasetForQuery(ctx.app, record.id));
  },
);

type Json = Record<string, unknown>;

function parseSave(text: string): { id: string; type: string; values: UpdateDataset } {
  const data = objectOf(text);
  const { database, columns, metrics, owners, ...rest } = data;
  const databaseId = typeof database === "object" && database !== null ? (database as Json).id : undefined;
  const shape = UpdateDataset.shape;
  const values = {
    ...withoutNull(known(rest, Object.keys(shape)), "folders"),
    ...(Array.isArray(owners) ? { owners: owners.map(userIdOf) } : {}),
    ...(databaseId === undefined ? {} : { database_id: databaseId }),
    ...listOf("columns", columns, Object.keys(shape.columns.unwrap().element.shape)),
    ...listOf("metrics", metrics, Object.keys(shape.metrics.unwrap().element.shape)),
  };
  const parsed = UpdateDataset.safeParse(values, { reportInput: true });
  if (!parsed.success) throw invalidFields(fieldErrors(parsed.error.issues));
  return { id: String(data.id), type: String(data.type ?? "table"), values: parsed.data };
}

function objectOf(text: string): Json {
  try {
    const value = readJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Reported below.
  }
  throw badRequest(t("Request is incorrect: data"));
}

const userIdOf = (owner: unknown) => (typeof owner === "object" && owner !== null ? (owner as Json).id : owner);

function withoutNull(values: Json, name: string): Json {
  const { [name]: value, ...rest } = values;
  return value === null || value === undefined ? rest : values;
}

const known = (values: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

function listOf(name: string, items: unknown, names: readonly string[]): Json {
  if (!Array.isArray(items)) return {};
  return {
    [name]: items.map((item: unknown) => (typeof item === "object" && item ? known({ ...item }, names) : item)),
  };
}

export const LEGACY_ROUTES: readonly Route[] = [get, withLargeBody(withOptions(save, { acceptsForm: true }))];
