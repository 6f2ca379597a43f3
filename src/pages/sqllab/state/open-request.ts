import { show as showDataset } from "../../../api/dataset/contract.ts";
import { show as showQuery } from "../../../api/query/contract.ts";
import { show as showSavedQuery } from "../../../api/saved-query/contract.ts";
import { showPermalink } from "../../../api/sqllab/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Lab } from "./lab.ts";
import type { LabRequest } from "./request.ts";
import { isReadOnlySql } from "./statements.ts";
import { type Draft, isUntitled } from "./tab.ts";

export async function openRequest(lab: Lab, request: LabRequest): Promise<void> {
  if (request.kind === "none" || (request.kind === "new" && reuseEmptyTab(lab, request))) return;
  try {
    const draft = { ...fieldsOf(request), ...(await loadDraft(request)) };
    const isActivated = activateSaved(lab, draft.savedQueryId, request);
    if (!isActivated) lab.add({ ...draft, autorun: canAutorun(request, draft) });
  } catch (error) {
    toast.error(error, (why) => t("Failed to open the query: {why}", { why }));
  }
}

function activateSaved(lab: Lab, id: number | null | undefined, { autorun, isUntrusted }: LabRequest): boolean {
  const open = lab.store.getState().tabs.find((tab) => id != null && tab.savedQueryId === id);
  if (open) lab.activate(open.key);
  if (open && autorun && !isUntrusted) lab.edit(open.key, { autorun: true });
  return open !== undefined;
}

function reuseEmptyTab(lab: Lab, { name }: LabRequest): boolean {
  const isEmpty = (tab: Draft) => tab.sql.trim() === "" && tab.savedQueryId === null && isUntitled(tab.name);
  const empty = lab.store.getState().tabs.find((tab) => tab.isLoaded && isEmpty(tab));
  if (name !== undefined || !empty) return false;
  lab.activate(empty.key);
  return true;
}

function canAutorun({ autorun, isUntrusted }: LabRequest, { sql = "" }: Partial<Draft>): boolean {
  if (!autorun || !isUntrusted || isReadOnlySql(sql)) return autorun;
  toast.warning(t("This link wants to run SQL automatically. Review it first; it may change data."));
  return false;
}

function fieldsOf({ name, sql, dbId, catalog, schema, templateParams }: LabRequest): Partial<Draft> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(sql === undefined ? {} : { sql }),
    ...(dbId === undefined ? {} : { dbId }),
    ...(catalog === undefined ? {} : { catalog }),
    ...(schema === undefined ? {} : { schema }),
    ...(templateParams === undefined ? {} : { templateParams }),
  };
}

async function loadDraft({ kind, id = 0, key = "", sql, name }: LabRequest): Promise<Partial<Draft>> {
  switch (kind) {
    case "dataset":
      return ofDataset(id, sql, name);
    case "query":
      return ofQuery(id);
    case "saved":
      return ofSavedQuery(id);
    case "permalink":
      return ofPermalink(key);
    default:
      return {};
  }
}

async function ofDataset(id: number, sql: string | undefined, name: string | undefined): Promise<Partial<Draft>> {
  const { result } = await call(showDataset, { params: { id: `${id}` } });
  return {
    dbId: result.database?.id ?? null,
    catalog: result.catalog ?? null,
    schema: result.schema ?? null,
    sql: sql ?? textOf(result.sql) ?? textOf(result.select_star) ?? "",
    name: name ?? result.table_name,
  };
}

async function ofQuery(id: number): Promise<Partial<Draft>> {
  const { result } = await call(showQuery, { params: { id } });
  const { database, sql, tab_name, schema, catalog } = result;
  return {
    dbId: database?.id ?? null,
    sql: sql ?? "",
    catalog: textOf(catalog),
    schema: textOf(schema),
    name: tab_name ? t("Copy of {name}", { name: tab_name }) : "",
  };
}

async function ofSavedQuery(id: number): Promise<Partial<Draft>> {
  const { result } = await call(showSavedQuery, { params: { id } });
  return {
    dbId: result.database?.id ?? result.db_id ?? null,
    sql: result.sql ?? "",
    catalog: result.catalog ?? null,
    schema: result.schema ?? null,
    name: result.label ?? "",
    templateParams: result.template_parameters ?? "",
    savedQueryId: id,
  };
}

async function ofPermalink(key: string): Promise<Partial<Draft>> {
  const link = await call(showPermalink, { params: { key } });
  return {
    dbId: link.dbId,
    name: link.name,
    sql: link.sql,
    catalog: textOf(link.catalog),
    schema: textOf(link.schema),
    templateParams: textOf(link.templateParams) ?? "",
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
