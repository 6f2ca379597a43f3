import { show as showDataset } from "../../../api/dataset/contract.ts";
import { show as showQuery } from "../../../api/query/contract.ts";
import { show as showSavedQuery } from "../../../api/saved-query/contract.ts";
import { showPermalink } from "../../../api/sqllab/contract.ts";
import { call } from "../../../web/client/client.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Lab } from "./lab.ts";
import type { LabRequest } from "./request.ts";
import { isOnlyAsking } from "./statements.ts";
import { type Draft, isUntitled } from "./tab.ts";

/** Opens what the page was asked for in a tab of its own. What cannot be had is said. */
export async function openRequest(lab: Lab, request: LabRequest): Promise<void> {
  if (request.kind === "none" || (request.kind === "new" && openBlank(lab, request))) return;
  try {
    const draft = { ...given(request), ...(await found(request)) };
    const isOpenAlready = openSaved(lab, draft.savedQueryId);
    if (!isOpenAlready) lab.add({ ...draft, autorun: runsByItself(request, draft) });
  } catch (error) {
    toast.error(error, (why) => `The query could not be opened: ${why}`);
  }
}

/** A saved query that is open in a tab comes to the front there. */
function openSaved(lab: Lab, id: number | null | undefined): boolean {
  const open = lab.store.getState().tabs.find((tab) => id != null && tab.savedQueryId === id);
  if (open) lab.activate(open.key);
  return open !== undefined;
}

/** A tab in which nothing was written yet is as good as a new one. */
function openBlank(lab: Lab, { name }: LabRequest): boolean {
  const isBlank = (tab: Draft) => tab.sql.trim() === "" && tab.savedQueryId === null && isUntitled(tab.name);
  const blank = lab.store.getState().tabs.find((tab) => tab.isLoaded && isBlank(tab));
  if (name !== undefined || !blank) return false;
  lab.activate(blank.key);
  return true;
}

function runsByItself({ autorun, isForeign }: LabRequest, { sql = "" }: Partial<Draft>): boolean {
  if (!autorun || !isForeign || isOnlyAsking(sql)) return autorun;
  toast.warning("The link asks to run its SQL at once. Read it first: it may change data.");
  return false;
}

/** What the request itself says. */
function given({ name, sql, dbId, catalog, schema, templateParams }: LabRequest): Partial<Draft> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(sql === undefined ? {} : { sql }),
    ...(dbId === undefined ? {} : { dbId }),
    ...(catalog === undefined ? {} : { catalog }),
    ...(schema === undefined ? {} : { schema }),
    ...(templateParams === undefined ? {} : { templateParams }),
  };
}

async function found({ kind, id = 0, key = "", sql, name }: LabRequest): Promise<Partial<Draft>> {
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
    name: tab_name ? `Copy of ${tab_name}` : "",
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
