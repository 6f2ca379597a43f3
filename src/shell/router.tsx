import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router";
import { RouterProvider } from "react-router/dom";
import { t } from "../i18n/translate.ts";
import { inSentence } from "../ui/in-sentence.ts";
import { lazy } from "../ui/lazy.ts";
import { dropPosted, storePosted } from "../web/client/posted.ts";
import { NoAccess } from "../web/components/NoAccess.tsx";
import { useTitle } from "../web/navigation/title.ts";
import type { Page } from "../web/page.ts";
import { can, isVisitor, signInAddress, useSession } from "../web/session/session.ts";
import { RouteBoundary } from "./Boundary.tsx";
import styles from "./LoadingLine.module.css";
import { Shell } from "./Shell.tsx";

/** Each page is its own chunk; all share one shell. One page has the path `*`. */
export function routesOf(pages: readonly Page[]): RouteObject[] {
  const children: RouteObject[] = pages.flatMap((page) =>
    [page.path, ...(page.aliases ?? [])].map((path) => ({
      path,
      handle: page,
      lazy: async () => {
        const loaded = await lazy(page.load).load();
        return { Component: "Component" in loaded ? loaded.Component : loaded.default };
      },
      ErrorBoundary: RouteBoundary,
      HydrateFallback: LoadingLine,
    })),
  );
  return [{ Component: Layout, ErrorBoundary: RouteBoundary, HydrateFallback: LoadingLine, children }];
}

function Layout() {
  const session = useSession();
  const location = useLocation();
  const page = useMatches().at(-1)?.handle as Page;
  useTitle(page.title);
  if (page.guard === "public") return <Content />;
  const isAllowed = page.guard !== null && can(page.guard[0], page.guard[1]);
  if (session.kind !== "signed-in" || (isVisitor() && !isAllowed)) {
    storePosted(location.pathname);
    return <Navigate to={signInAddress(location.pathname + location.search + location.hash)} replace />;
  }
  dropPosted(location.pathname);
  const content =
    page.guard === null || isAllowed ? (
      <Content />
    ) : (
      <NoAccess title={t("You don't have access to {page}", { page: inSentence(page.title) })} />
    );
  return page.bare ? content : <Shell>{content}</Shell>;
}

function Content() {
  return (
    <>
      <NavigationLine />
      <Outlet />
    </>
  );
}

let router: ReturnType<typeof createBrowserRouter> | undefined;

export function Router({ pages }: { pages: readonly Page[] }) {
  router ??= createBrowserRouter(routesOf(pages));
  return <RouterProvider router={router} />;
}

function LoadingLine() {
  return <div className={styles.line} data-loading-line aria-hidden />;
}

/** Shown from the click on a link, while the previous page is still visible. */
function NavigationLine() {
  return useNavigation().state === "idle" ? null : <LoadingLine />;
}
