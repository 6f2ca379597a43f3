import type { Posted } from "../../../web/client/posted.ts";

/** What the page was asked to open, beside the tabs that were there before. */
export interface LabRequest {
  kind: "none" | "new" | "sql" | "dataset" | "query" | "saved" | "permalink" | "database";
  /** Of a query, a saved query, or a database. */
  id?: number;
  /** Of a permalink. */
  key?: string;
  name?: string;
  sql?: string;
  dbId?: number;
  catalog?: string;
  schema?: string;
  templateParams?: string;
  autorun: boolean;
  /** Came in the address or a form, which others may have written; not from a page of the product. */
  isForeign: boolean;
}

const PERMALINK = /^\/sqllab\/p\/([^/]+)\/?$/;

interface Visited {
  pathname: string;
  search: string;
  /** What a page of the product has sent along: `{requestedQuery}`. */
  state?: unknown;
}

/**
 * The request of an address, of what came with it, and of the JSON of a form that was posted to the page. What was
 * kept until somebody signed in does not run by itself.
 */
export function parseRequest({ pathname, search, state }: Visited, posted?: Posted): LabRequest {
  const { requestedQuery } = (state ?? {}) as { requestedQuery?: Record<string, unknown> };
  const sent = requestedQuery ?? sentBy(posted?.text);
  const { text, whole } = readerOf(search, sent);
  const request = {
    name: text("name", "title"),
    sql: text("sql"),
    dbId: whole("dbid", "dbId"),
    catalog: text("catalog"),
    schema: text("schema"),
    templateParams: text("templateParams"),
    autorun: !posted?.isStored && /^(true|1)$/.test(text("autorun") ?? ""),
    isForeign: !requestedQuery,
  };
  const permalink = linkKey(pathname) ?? kvOf(whole("id"));
  if (permalink) return { ...request, kind: "permalink", key: permalink };
  const dataset = Number(/^(\d+)__/.exec(text("datasourceKey") ?? "")?.[1]);
  const ids = { dataset: dataset || undefined, query: whole("queryId"), saved: whole("savedQueryId") };
  return { ...request, ...thingOf(request, ids, /^(true|1)$/.test(text("new") ?? "")) };
}

/** What the page takes of its address. */
const OWN =
  "name title sql dbid dbId catalog schema templateParams autorun id datasourceKey queryId savedQueryId new".split(" ");

/** The rest of an address, which templates read (`url_param`): `?` and the parameters, or nothing. */
export function searchBeside(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of OWN) params.delete(name);
  return params.size > 0 ? `?${params}` : "";
}

type Ids = Readonly<Record<"dataset" | "query" | "saved", number | undefined>>;

function thingOf({ sql, dbId }: Partial<LabRequest>, ids: Ids, isNew: boolean): Pick<LabRequest, "kind" | "id"> {
  for (const kind of ["dataset", "query", "saved"] as const) {
    if (ids[kind] !== undefined) return { kind, id: ids[kind] };
  }
  if (sql !== undefined) return { kind: "sql" };
  if (dbId) return { kind: "database", id: dbId };
  return { kind: isNew ? "new" : "none" };
}

/** Values by the first of their names that has one: what was sent comes before the address. */
function readerOf(search: string, sent: Record<string, unknown> | undefined) {
  const address = new URLSearchParams(search);
  const text = (...names: string[]) => {
    const values = names.map((name) => sent?.[name] ?? address.get(name));
    const value = values.find((one) => one !== undefined && one !== null && one !== "");
    return value === undefined ? undefined : String(value);
  };
  const whole = (...names: string[]) => {
    const value = Number(text(...names));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { text, whole };
}

function sentBy(posted: string | undefined): Record<string, unknown> | undefined {
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

/** Older links carry the number of what was kept. */
const kvOf = (id: number | undefined) => (id === undefined ? undefined : `kv:${id}`);
