import type { Page } from "./page.ts";

/** Every page, one line each. */
export const PAGES: readonly Page[] = [
  {
    path: "/login/",
    title: "Sign in",
    guard: "public",
    bare: true,
    load: async () => ({ Component: (await import("./sign-in/SignInPage.tsx")).SignInPage }),
  },
  {
    path: "/dashboard/list/",
    title: "Dashboards",
    guard: ["can_read", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboards/DashboardsPage.tsx")).DashboardsPage }),
  },
  {
    path: "/dashboard/new/",
    title: "New dashboard",
    guard: ["can_write", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboards/NewDashboardPage.tsx")).NewDashboardPage }),
  },
  {
    path: "/chart/list/",
    title: "Charts",
    guard: ["can_read", "Chart"],
    load: async () => ({ Component: (await import("./charts/ChartsPage.tsx")).ChartsPage }),
  },
  {
    path: "/superset/dashboard/:idOrSlug/",
    aliases: ["/dashboard/:idOrSlug"],
    title: "Dashboard",
    guard: ["can_read", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboard/DashboardPage.tsx")).DashboardPage }),
  },
  {
    path: "/superset/dashboard/p/:key/",
    title: "Dashboard",
    guard: ["can_read", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboard/PermalinkPage.tsx")).PermalinkPage }),
  },
];
