import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { classicScripts } from "./scripts/classic-scripts.ts";
import { ground } from "./scripts/ground.ts";
import { type MessagePart, messages, neededMessages } from "./scripts/message-plugin.ts";
import { safePackages } from "./scripts/safe-packages.ts";
import { translatedPackages } from "./scripts/translated-packages.ts";

/** Folders of chart types that nearly every dashboard has. */
const COMMON = "timeseries-line|timeseries-bar|table|big-number|big-number-total|heatmap";

/** Resources that are not asked for when a dashboard opens, those of pages that are seldom opened, and the SQL editor's. */
const LATER =
  "bundle|css-template|dataset|embedded|explore|datasource|picture|query|report|tag|theme|time-range|trash|upload|version";
const SELDOM = "annotation-layer|row-level-security";
const OF_SQL = "database|sqllab|saved-query";

const TYPE_FILE = /src\/chart-types\/([\w-]+)\/[\w-]+\.tsx?$/;
const NAMED = ["index", "renderers"].flatMap((registry) => {
  const text = readFileSync(new URL(`./src/chart-types/${registry}.ts`, import.meta.url), "utf8");
  return [...text.matchAll(/import\("\.(\/[\w-]+\/[\w-]+\.tsx?)"\)/g)].map(([, path]) => `src/chart-types${path}`);
});

/** A chart type's definition or component, as the registries of chart types name it. */
const isNamed = (path: string) => NAMED.some((name) => path.endsWith(name));

/**
 * Few files a page, as each costs a round through the browser's loader, kept or not. A module is in the first of these
 * that it belongs to, with all it imports; the rest is left to the bundler.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: "app", tags: ["$initial"] },
  {
    name: "parts",
    test: new RegExp(
      [
        "node_modules/lucide-react/",
        "src/model/(?!(matrix|report)[.])",
        `src/api/(?!(${LATER}|${SELDOM}|${OF_SQL})/)[\\w-]+/contract`,
        "src/ui/(RangeSlider|Pill)[.]tsx$",
        "src/web/[\\w-]+/(PageHeader|viewed|actions|run-lazy|query-queue)[.]tsx?$",
        "src/(features|web)/[\\w-]+/(TimeRangePicker|time-range|time-source)[.]tsx?$",
        "src/web/navigation/standalone[.]ts$",
        "src/i18n/[\\w-]+[.]tsx?$",
        "src/chart-types/index[.]ts$",
        "node_modules/(zustand|@tanstack/react-query)/",
      ].join("|"),
    ),
    minShareCount: 2,
  },
  // What a dashboard needs when it is used, and the other pages at once.
  {
    name: "more",
    test: new RegExp(
      [
        `src/api/(${LATER})/contract`,
        "src/ui/(Popover|Skeleton|Segmented|SearchField|EmptyState|Checkbox)[.]tsx$",
        "src/web/[\\w-]+/(Certified|Star|RelativeTime|download|recents)[.]tsx?$",
        "src/features/versions/VersionsDialog[.]tsx$",
      ].join("|"),
    ),
    minShareCount: 2,
  },
  // The chart types so common that they come in two files: what they ask, and how they draw it, with ECharts.
  { name: "chart-types", test: new RegExp(`src/chart-types/(${COMMON})/definition[.]ts$`) },
  // Rows in a grid, which the SQL editor shows too, without any chart.
  { name: "tables", test: /src\/chart-kit\/table\/DataTable\.tsx$/ },
  {
    name: "charts",
    test: new RegExp(`src/chart-types/(${COMMON})/Renderer[.]tsx$`),
  },
  { name: "chart-view", test: /src\/web\/chart-view\/(ChartView\.tsx|load-event\.ts)$/ },
  { name: "dashboard", test: /src\/pages\/dashboard\/(DashboardPage\.tsx|ahead\.ts)$/ },
  { name: "sql", test: new RegExp(`src/api/(${OF_SQL})/contract`), minShareCount: 2 },
  { name: "lists", test: /src\/web\/list-view\/ListView\.tsx$/ },
  // What galleries show of all chart types.
  { name: "gallery-cases", test: /src\/chart-types\/[\w-]+\/gallery\.ts$/ },
  // What every chart type has where it is edited.
  { name: "with-matrix", test: /src\/chart-types\/with-matrix\.ts$/ },
  // What several of the other chart types share: by family, and of ECharts by who needs it.
  {
    debugName: "kit",
    name: (path) => `kit-${/chart-kit\/([\w-]+)\//.exec(path)?.[1] ?? "base"}`,
    test: /src\/chart-kit\//,
    minShareCount: 3,
  },
  {
    name: "echarts",
    test: /node_modules\/(echarts|zrender)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 20_000,
  },
  // Any other chart type is one file: what it asks and how it draws it. What a type loads later is left to the bundler.
  { debugName: "chart types", name: (path) => `chart-${TYPE_FILE.exec(path)?.[1]}`, test: (path) => isNamed(path) },
];

/** Catalogs of their own, so that a page loads texts that it may show. All other texts are in the part `app`. */
const MESSAGE_PARTS: MessagePart[] = [
  {
    name: "explore",
    texts:
      /\/src\/(pages\/explore|features\/adhoc|web\/control-words|chart-kit\/controls|chart-types\/[\w-]+\/controls)\b/,
    neededBy: /\/src\/pages\/explore\/ExplorePage\.tsx$/,
  },
  {
    name: "charts",
    texts: /\/src\/(chart-kit|chart-seam|chart-types\/[\w-]+)\//,
    neededBy: /\/src\/(chart-kit\/.*|chart-types\/[\w-]+\/.*|pages\/chart-add\/TypeCards)\.tsx$/,
  },
  {
    name: "dashboard",
    texts: /\/src\/(pages\/dashboard|editor)\//,
    neededBy: /\/src\/pages\/dashboard\/DashboardPage\.tsx$/,
  },
  { name: "sqllab", texts: /\/src\/pages\/sqllab\//, neededBy: /\/src\/pages\/sqllab\/\w+Page\.tsx$/ },
];

/** Files of which a page calls nearly every function as it opens. */
const CALLED_AT_ONCE = new Set(["index", "parts", "chart-types", "tables", "charts", "chart-view", "dashboard"]);

/** Builds the browser bundle into dist/web; the server serves that folder and never compiles. */
export default defineConfig({
  plugins: [
    react(),
    messages(MESSAGE_PARTS),
    ...safePackages(),
    ...translatedPackages(),
    ground(),
    classicScripts({ calledAtOnce: CALLED_AT_ONCE, messagesOf: neededMessages(MESSAGE_PARTS) }),
  ],
  root: "src/web",
  base: "/static/",
  publicDir: false,
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    // The loader fetches scripts; what is left to be fetched ahead are styles.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
    target: "es2023",
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The first start builds; how long plugins took on a slow machine is nothing to tell whoever starts it.
      checks: { bundlerTimings: false },
      treeshake: {
        // These packages do not say that an unused module of theirs may be left out; it may.
        moduleSideEffects: [
          { test: /node_modules\/(@rc-component|@ant-design)\/|node_modules\/antd\//, sideEffects: false },
        ],
      },
      output: {
        // The server takes no other characters in names; the bundler joins those of shared parts by tildes.
        chunkFileNames: ({ name }) => `assets/${name.replace(/[^\w-]+/g, "-")}-[hash].js`,
        codeSplitting: {
          groups: FILES.map((file, index) => ({ ...file, priority: FILES.length - index })),
        },
      },
    },
  },
});
