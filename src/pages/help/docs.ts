import { t } from "../../i18n/translate.ts";
/** Pages of docs/ that are shown in the product, offline. */

export interface DocsPage {
  topic: string;
  title: string;
}

export const GUIDES: readonly DocsPage[] = [
  { topic: "connect", title: t("Connect a database") },
  { topic: "upload", title: t("Upload a file") },
  { topic: "explore", title: t("Build a chart") },
  { topic: "dashboards", title: t("Arrange a dashboard") },
  { topic: "filters", title: t("Filter a dashboard") },
  { topic: "sql-lab", title: t("Query with SQL Lab") },
  { topic: "alerts", title: t("Schedule alerts and reports") },
  { topic: "embed", title: t("Embed a dashboard") },
  { topic: "permissions", title: t("Control who sees what") },
  { topic: "languages", title: t("Change the language") },
  { topic: "as-code", title: t("Keep dashboards in version control") },
  { topic: "operate", title: t("Run a server") },
];

export const REFERENCE: readonly DocsPage[] = [
  { topic: "settings", title: t("Settings") },
  { topic: "databases", title: t("Databases") },
  { topic: "templates", title: t("Templates in SQL") },
  { topic: "alerts-and-reports", title: t("Alerts and reports") },
  { topic: "rights", title: t("Permissions") },
  { topic: "sign-in", title: t("Sign-in") },
  { topic: "deployment", title: t("Deployment") },
  { topic: "security", title: t("Security") },
  { topic: "forecasting", title: t("Forecasts") },
  { topic: "differences", title: t("Differences from Superset") },
];

const TEXTS = import.meta.glob<string>(
  [
    "../../../docs/guide/*.md",
    "../../../docs/{settings,databases,templates,alerts-and-reports,rights,sign-in}.md",
    "../../../docs/{deployment,security,forecasting,differences}.md",
  ],
  { query: "?raw", import: "default" },
);

const PICTURES = import.meta.glob<string>(
  "../../../docs/screenshots/{connect-database,explore,dashboard-edit,dashboard,sql-lab,alert,roles}-light.png",
  { query: "?url", import: "default", eager: true },
);

export async function loadDocs(topic: string): Promise<string | undefined> {
  const load = TEXTS[`../../../docs/guide/${topic}.md`] ?? TEXTS[`../../../docs/${topic}.md`];
  return load?.();
}

export const pictureOf = (src: string): string | undefined =>
  PICTURES[`../../../docs/${src.replace(/^(\.\.\/)*/, "")}`];

/** `../databases.md#drivers` -> `/help/databases/#drivers`. */
export function docsAddress(href: string): string {
  const [, topic, anchor = ""] = /^(?:\.\.\/)?(?:guide\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const isHere = [...GUIDES, ...REFERENCE].some((page) => page.topic === topic);
  return topic !== undefined && isHere ? `/help/${topic}/${anchor}` : href;
}
