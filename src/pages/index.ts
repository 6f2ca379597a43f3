import { startFirstView } from "./dashboard/first-view.ts";
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
    path: "/superset/welcome/",
    aliases: ["/"],
    title: "Home",
    guard: null,
    load: async () => ({ Component: (await import("./home/HomePage.tsx")).HomePage }),
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
    path: "/tablemodelview/list/",
    title: "Datasets",
    guard: ["can_read", "Dataset"],
    load: async () => ({ Component: (await import("./datasets/DatasetsPage.tsx")).DatasetsPage }),
  },
  {
    path: "/databaseview/list/",
    title: "Databases",
    guard: ["can_read", "Database"],
    load: async () => ({ Component: (await import("./databases/DatabasesPage.tsx")).DatabasesPage }),
  },
  {
    path: "/users/",
    aliases: ["/users/list/"],
    title: "Users",
    guard: ["can_read", "User"],
    load: async () => ({ Component: (await import("./users/UsersPage.tsx")).UsersPage }),
  },
  {
    path: "/annotationlayer/list/",
    title: "Annotation layers",
    guard: ["can_read", "Annotation"],
    load: async () => ({ Component: (await import("./annotation-layers/LayersPage.tsx")).LayersPage }),
  },
  {
    path: "/annotationlayer/:layerId/annotation/",
    title: "Annotations",
    guard: ["can_read", "Annotation"],
    load: async () => ({ Component: (await import("./annotation-layers/AnnotationsPage.tsx")).AnnotationsPage }),
  },
  {
    path: "/csstemplatemodelview/list/",
    aliases: ["/csstemplatemanager/list/"],
    title: "CSS templates",
    guard: ["can_read", "CssTemplate"],
    load: async () => ({ Component: (await import("./css-templates/TemplatesPage.tsx")).TemplatesPage }),
  },
  {
    path: "/roles/",
    aliases: ["/roles/list/"],
    title: "Roles",
    guard: ["can_read", "Role"],
    load: async () => ({ Component: (await import("./roles/RolesPage.tsx")).RolesPage }),
  },
  {
    path: "/rowlevelsecurity/list/",
    title: "Row-level security",
    guard: ["can_read", "Row Level Security"],
    load: async () => ({ Component: (await import("./row-level-security/RulesPage.tsx")).RulesPage }),
  },
  {
    path: "/superset/dashboard/:idOrSlug/",
    aliases: ["/dashboard/:idOrSlug"],
    title: "Dashboard",
    guard: ["can_read", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboard/DashboardPage.tsx")).DashboardPage }),
    ahead: async (visit) => {
      startFirstView(visit);
      await (await import("./dashboard/ahead.ts")).askAhead(visit);
    },
  },
  {
    path: "/superset/dashboard/p/:key/",
    title: "Dashboard",
    guard: ["can_read", "Dashboard"],
    load: async () => ({ Component: (await import("./dashboard/PermalinkPage.tsx")).PermalinkPage }),
  },
  {
    path: "/embedded/:uuid",
    title: "Dashboard",
    guard: "public",
    bare: true,
    load: async () => ({ Component: (await import("./dashboard/EmbeddedPage.tsx")).EmbeddedPage }),
  },
  {
    path: "/trash/",
    title: "Trash",
    guard: null,
    load: async () => ({ Component: (await import("./trash/TrashPage.tsx")).TrashPage }),
  },
  {
    path: "/chart/add",
    title: "Create a new chart",
    guard: ["can_write", "Chart"],
    load: async () => ({ Component: (await import("./chart-add/ChartAddPage.tsx")).ChartAddPage }),
  },
  {
    path: "/gallery/",
    title: "Chart gallery",
    guard: ["can_read", "Chart"],
    load: async () => ({ Component: (await import("./gallery/GalleryPage.tsx")).GalleryPage }),
  },
  {
    path: "/gallery/pictures/",
    title: "Chart gallery",
    guard: ["can_read", "Chart"],
    bare: true,
    load: async () => ({ Component: (await import("./gallery/PicturesPage.tsx")).PicturesPage }),
  },
  {
    path: "/explore/",
    aliases: ["/superset/explore/", "/superset/explore/p/:key/"],
    title: "Explore",
    guard: ["can_read", "Explore"],
    load: async () => ({ Component: (await import("./explore/ExplorePage.tsx")).ExplorePage }),
  },
  {
    path: "/savedqueryview/list/",
    title: "Saved queries",
    guard: ["can_read", "SavedQuery"],
    load: async () => ({ Component: (await import("./saved-queries/SavedQueriesPage.tsx")).SavedQueriesPage }),
  },
  {
    path: "/sqllab/history/",
    title: "Query history",
    guard: ["can_read", "Query"],
    load: async () => ({ Component: (await import("./query-history/QueryHistoryPage.tsx")).QueryHistoryPage }),
  },
  {
    path: "/superset/tags/",
    title: "Tags",
    guard: ["can_read", "Tag"],
    load: async () => ({ Component: (await import("./tags/TagsPage.tsx")).TagsPage }),
  },
  {
    path: "/superset/all_entities/",
    title: "Tagged",
    guard: ["can_read", "Tag"],
    load: async () => ({ Component: (await import("./tags/TaggedPage.tsx")).TaggedPage }),
  },
  {
    path: "/sqllab/",
    aliases: ["/sqllab/p/:key/"],
    title: "SQL Lab",
    guard: ["can_read", "SQLLab"],
    load: async () => ({ Component: (await import("./sqllab/SqlLabPage.tsx")).SqlLabPage }),
  },
];
