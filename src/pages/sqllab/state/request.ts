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
  /** Came in the address, which others may have written; not from a page of the product. */
  isForeign: boolean;
}

const PERMALINK = /^\/sqllab\/p\/([^/]+)\/?$/;

/** The request of an address and of what a page of the product has sent along (`{requestedQuery}`). */
export function parseRequest({
  pathname,
  search,
  state,
}: {
  pathname: string;
  search: string;
  state?: unknown;
}): LabRequest {
  const sent = (state as { requestedQuery?: Record<string, unknown> } | null | undefined)?.requestedQuery;
  const address = new URLSearchParams(search);
  const text = (...names: string[]) => {
    for (const name of names) {
      const value = sent?.[name] ?? address.get(name);
      if (value !== undefined && value !== null && value !== "") return String(value);
    }
    return undefined;
  };
  const whole = (...names: string[]) => {
    const value = Number(text(...names));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const request = {
    name: text("name", "title"),
    sql: text("sql"),
    dbId: whole("dbid", "dbId"),
    catalog: text("catalog"),
    schema: text("schema"),
    templateParams: text("templateParams"),
    autorun: /^(true|1)$/.test(text("autorun") ?? ""),
    isForeign: !sent,
  };
  const permalink = linkKey(pathname) ?? kvOf(whole("id"));
  if (permalink) return { ...request, kind: "permalink", key: permalink };
  const dataset = Number(/^(\d+)__/.exec(text("datasourceKey") ?? "")?.[1]);
  const ids = { dataset: dataset || undefined, query: whole("queryId"), saved: whole("savedQueryId") };
  for (const kind of ["dataset", "query", "saved"] as const) {
    if (ids[kind] !== undefined) return { ...request, kind, id: ids[kind] };
  }
  if (request.sql !== undefined) return { ...request, kind: "sql" };
  if (request.dbId) return { ...request, kind: "database", id: request.dbId };
  return { ...request, kind: /^(true|1)$/.test(text("new") ?? "") ? "new" : "none" };
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
