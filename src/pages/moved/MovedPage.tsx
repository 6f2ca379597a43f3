import { matchPath, Navigate, useLocation } from "react-router";
import { NotFound } from "../../ui/NotFound.tsx";

/**
 * URLs in old links, bookmarks and API responses (`edit_url`), and where they lead here. The first match wins; other
 * URL parameters are passed on.
 */
const MOVES: readonly (readonly [path: string, to: (id: string) => string])[] = [
  ["/dataset/add/", () => "/tablemodelview/list/?new=dataset"],
  ["/dataset/:id/", (id) => `/tablemodelview/list/?edit=${id}`],
  ["/tablemodelview/edit/:id/", (id) => `/tablemodelview/list/?edit=${id}`],
  ["/chart/edit/:id/", (id) => `/explore/?slice_id=${id}`],
  ["/superset/explore/table/:id/", (id) => `/explore/?datasource_type=table&datasource_id=${id}`],
  ["/superset/sqllab/", () => "/sqllab/"],
];

/** For unknown URLs: redirects to where the page is now, or shows that it doesn't exist. */
export function MovedPage() {
  const { pathname, search } = useLocation();
  const to = movedTo(pathname, search);
  return to === undefined ? <NotFound /> : <Navigate to={to} replace />;
}

export function movedTo(pathname: string, search: string): string | undefined {
  for (const [path, to] of MOVES) {
    const found = matchPath(path, pathname);
    if (!found) continue;
    const { id = "" } = found.params as { id?: string };
    if (path.includes(":id") && !/^\d+$/.test(id)) return undefined;
    const [where = "", own = ""] = to(id).split("?");
    const query = new URLSearchParams([...new URLSearchParams(own), ...new URLSearchParams(search)]).toString();
    return query === "" ? where : `${where}?${query}`;
  }
  return undefined;
}
