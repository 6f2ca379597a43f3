import type { Posted } from "../../../web/client/posted.ts";

export interface LabRequest {
  kind: "none" | "new" | "sql" | "dataset" | "query" | "saved" | "permalink" | "database";
  id?: number;
  key?: string;
  name?: string;
  sql?: string;
  dbId?: number;
  catalog?: string;
  schema?: string;
  templateParams?: string;
  autorun: boolean;
  /** From the URL or a form, which others may have written, rather than from a page of the product. */
  isUntrusted: boolean;
}

const PERMALINK = /^\/sqllab\/p\/([^/]+)\/?$/;

interface PageLocation {
  pathname: string;
  search: string;
  state?: unknown;
}

/** Reads the request from the URL, the navigation state or a posted form. A form stored during sign-in never autoruns. */
export function parseRequest({ pathname, search, state }: PageLocation, posted?: Posted): LabRequest {
  const { requestedQuery } = (state ?? {}) as { requestedQuery?: Record<string, unknown> };
  const sent = requestedQuery ?? parsePosted(posted?.text);
  const { text, positiveInt } = readerOf(search, sent);
  const request = {
    name: text("name", "title"),
    sql: text("sql"),
    dbId: positiveInt("dbid", "dbId"),
    catalog: text("catalog"),
    schema: text("schema"),
    templateParams: text("templateParams"),
    autorun: !posted?.isStored && /^(true|1)$/.test(text("autorun") ?? ""),
    isUntrusted: !requestedQuery,
  };
  const permalink = linkKey(pathname) ?? kvOf(positiveInt("id"));
  if (permalink) return { ...request, kind: "permalink", key: permalink };
  const dataset = Number(/^(\d+)__/.exec(text("datasourceKey") ?? "")?.[1]);
  const ids = { dataset: dataset || undefined, query: positiveInt("queryId"), saved: positiveInt("savedQueryId") };
  return { ...request, ...kindOf(request, ids, /^(true|1)$/.test(text("new") ?? "")) };
}

const OWN =
  "name title sql dbid dbId catalog schema templateParams autorun id datasourceKey queryId savedQueryId new".split(" ");

export function remainingSearch(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of OWN) params.delete(name);
  return params.size > 0 ? `?${params}` : "";
}

type Ids = Readonly<Record<"dataset" | "query" | "saved", number | undefined>>;

function kindOf({ sql, dbId }: Partial<LabRequest>, ids: Ids, isNew: boolean): Pick<LabRequest, "kind" | "id"> {
  for (const kind of ["dataset", "query", "saved"] as const) {
    if (ids[kind] !== undefined) return { kind, id: ids[kind] };
  }
  if (sql !== undefined) return { kind: "sql" };
  if (dbId) return { kind: "database", id: dbId };
  return { kind: isNew ? "new" : "none" };
}

function readerOf(search: string, sent: Record<string, unknown> | undefined) {
  const address = new URLSearchParams(search);
  const text = (...names: string[]) => {
    const values = names.map((name) => sent?.[name] ?? address.get(name));
    const value = values.find((one) => one !== undefined && one !== null && one !== "");
    return value === undefined ? undefined : String(value);
  };
  const positiveInt = (...names: string[]) => {
    const value = Number(text(...names));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { text, positiveInt };
}

function parsePosted(posted: string | undefined): Record<string, unknown> | undefined {
  return posted === undefined ? undefined : (JSON.parse(posted) as Record<string, unknown>);
}

function linkKey(pathname: string): string | undefined {
  const key = PERMALINK.exec(pathname)?.[1];
  try {
    return key === undefined ? undefined : decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Older links contain the numeric key of a stored permalink. */
const kvOf = (id: number | undefined) => (id === undefined ? undefined : `kv:${id}`);
