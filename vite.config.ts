import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { classicScripts } from "./scripts/classic-scripts.ts";
import { ground } from "./scripts/ground.ts";
import { type MessagePart, messages, neededMessages } from "./scripts/message-plugin.ts";
import { safePackages } from "./scripts/safe-packages.ts";
import { translatedPackages } from "./scripts/translated-packages.ts";

/** Chart type folders that nearly every dashboard uses. */
const COMMON = "timeseries-line|timeseries-bar|table|big-number|big-number-total|heatmap";

/** Resources that opening a dashboard doesn't request: those of rarely opened pages, and of the SQL editor. */
const LATER =
  "bundle|css-template|dataset|embedded|explore|datasource|picture|query|report|tag|theme|time-range|trash|upload|version";
const SELDOM = "allowed-location|annotation-layer|rights|row-level-security";
const OF_SQL = "database|sqllab|saved-query";

const TYPE_FILE = /src\/chart-types\/([\w-]+)\/[\w-]+\.tsx?$/;
const NAMED = ["index", "renderers"].flatMap((registry) => {
  const text = readFileSync(new URL(`./src/chart-types/${registry}.ts`, import.meta.url), "utf8");
  return [...text.matchAll(/import\("\.(\/[\w-]+\/[\w-]+\.tsx?)"\)/g)].map(([, path]) => `src/chart-types${path}`);
});

/** A chart type's definition or component, as named in the chart type registries. */
const isNamed = (path: string) => NAMED.some((name) => path.endsWith(name));

/**
 * Few files per page, because each costs a pass through the browser's loader, even from the cache. A module goes into
 * the first group that matches, with its imports; the bundler decides about the rest.
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
        "src/features/comments/(CommentsButton[.]tsx|comments-state[.]ts)$",
        "src/i18n/[\\w-]+[.]tsx?$",
        "src/chart-types/index[.]ts$",
        "node_modules/(zustand|@tanstack/react-query)/",
      ].join("|"),
    ),
    minShareCount: 2,
  },
  // What a dashboard needs when it is used, and other pages immediately.
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
  // The most common chart types, in two files: queries, and renderers with ECharts.
  { name: "chart-types", test: new RegExp(`src/chart-types/(${COMMON})/definition[.]ts$`) },
  // Data grids, which the SQL editor uses too, without charts.
  { name: "tables", test: /src\/chart-kit\/table\/DataTable\.tsx$/ },
  {
    name: "charts",
    test: new RegExp(`src/chart-types/(${COMMON})/Renderer[.]tsx$`),
  },
  { name: "chart-view", test: /src\/web\/chart-view\/(ChartView\.tsx|load-event\.ts)$/ },
  { name: "dashboard", test: /src\/pages\/dashboard\/(DashboardPage\.tsx|ahead\.ts)$/ },
  { name: "sql", test: new RegExp(`src/api/(${OF_SQL})/contract`), minShareCount: 2 },
  { name: "lists", test: /src\/web\/list-view\/ListView\.tsx$/ },
  // What galleries show for all chart types.
  { name: "gallery-cases", test: /src\/chart-types\/[\w-]+\/gallery\.ts$/ },
  // What every chart type needs for editing.
  { name: "with-matrix", test: /src\/chart-types\/with-matrix\.ts$/ },
  // What several other chart types share: by family, and parts of ECharts by who uses them.
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
  // Every other chart type is one file with query and renderer. The bundler decides about what a type loads later.
  { debugName: "chart types", name: (path) => `chart-${TYPE_FILE.exec(path)?.[1]}`, test: (path) => isNamed(path) },
];

/** Pages of administrators. */
const MANAGE =
  /\/src\/pages\/(action-log|annotation-layers|connection-rules|css-templates|groups|help|roles|row-level-security|themes|users)\//;
const CONNECT = /\/src\/pages\/databases\/(connect|engines)\//;

/** Dialogs that open on demand. */
const DIALOGS =
  /\/src\/features\/(dataset-editor|import|schedule|upload)\/(?!UploadHost|FileDrop|ImportHost|ListImport).*\.tsx$/;

/** Separate catalogs, so that a page loads only texts that it may show. All other texts are in the part `app`. */
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
  { name: "manage", texts: MANAGE, neededBy: MANAGE },
  { name: "connect", texts: CONNECT, neededBy: CONNECT },
  { name: "dialogs", texts: DIALOGS, neededBy: DIALOGS },
];

/** Files of which a page calls nearly every function while opening. */
const CALLED_AT_ONCE = new Set(["index", "parts", "chart-types", "tables", "charts", "chart-view", "dashboard"]);

/** Builds the browser bundle into dist/web; the server serves that folder and never compiles. */
/** Vite warns of what its own CSS modules do when they compose, which the first start would show to users. */
function withoutOwnWarning(): Plugin {
  return {
    name: "without-own-warning",
    configResolved({ logger }) {
      const { warnOnce } = logger;
      logger.warnOnce = (text, options) => {
        if (!text.includes("did not pass the `from` option")) warnOnce(text, options);
      };
    },
  };
}

export default defineConfig({
  plugins: [
    withoutOwnWarning(),
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
    // The loader fetches scripts, so only styles are prefetched.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
    target: "es2023",
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The first start builds; plugin timings on a slow machine aren't useful to the user.
      checks: { bundlerTimings: false },
      treeshake: {
        // These packages don't declare that unused modules can be dropped; they can.
        moduleSideEffects: [
          { test: /node_modules\/(@rc-component|@ant-design)\/|node_modules\/antd\//, sideEffects: false },
        ],
      },
      output: {
        // The server accepts no other characters in names; the bundler joins names of shared chunks with tildes.
        chunkFileNames: ({ name }) => `assets/${name.replace(/[^\w-]+/g, "-")}-[hash].js`,
        codeSplitting: {
          groups: FILES.map((file, index) => ({ ...file, priority: FILES.length - index })),
        },
      },
    },
  },
});
