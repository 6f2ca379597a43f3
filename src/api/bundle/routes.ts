import type { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, notFound, unprocessable } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { SESSION_COOKIE } from "../../server/auth/sessions.ts";
import {
  audited,
  type Context,
  type Policy,
  permission,
  RawReply,
  type Resource,
  type Route,
  route,
  SIGNED_IN,
  type UploadedFile,
} from "../../server/http/route.ts";
import type { Pair } from "../../server/user.ts";
import { CHART_EXPORT, CHART_WRITE, visibleChart } from "../chart/index.ts";
import { DASHBOARD_EXPORT, DASHBOARD_WRITE, openDashboard } from "../dashboard/index.ts";
import { canReadPlace, DATABASE_EXPORT, DATABASE_WRITE, findDatabase } from "../database/index.ts";
import { assertDatasetAccess, DATASET_EXPORT, DATASET_WRITE, datasetForQuery } from "../dataset/index.ts";
import { ownSavedQuery } from "../saved-query/index.ts";
import { themesByIds } from "../theme/index.ts";
import { archiveStream, type BundleFiles, readArchive } from "./archive.ts";
import {
  chartBundle,
  dashboardBundle,
  databaseBundle,
  datasetBundle,
  exportAssets,
  exportExample,
  type ImportFields,
  type ImportResult,
  importAny,
  importAssets,
  savedQueryBundle,
  themeBundle,
} from "./contract.ts";
import { type Exported, exportBundle } from "./export.ts";
import { METADATA, TYPES } from "./files.ts";
import { importBundle } from "./import.ts";
import type { BundleNoun } from "./import-run.ts";
import { legacyFiles } from "./legacy-file.ts";
import { valuesOf } from "./read-files.ts";
import { parseNames, parseSecrets } from "./secrets.ts";

interface Kind {
  noun: Exclude<BundleNoun, "assets">;
  /** The API's name in the action log. */
  api: string;
  operations:
    | typeof chartBundle
    | typeof dashboardBundle
    | typeof datasetBundle
    | typeof databaseBundle
    | typeof themeBundle
    | typeof savedQueryBundle;
  exporting: Policy;
  importing: Policy;
  assertVisible(ctx: Context, id: number): Promise<unknown>;
}

const ASSETS_IN = { kind: "permission", pair: ["can_import_", "ImportExportRestApi"] } as const;

const KINDS: readonly Kind[] = [
  {
    noun: "dashboard",
    api: "DashboardRestApi",
    operations: dashboardBundle,
    exporting: DASHBOARD_EXPORT,
    importing: DASHBOARD_WRITE,
    assertVisible: (ctx, id) => openDashboard(ctx.app, ctx.user, id),
  },
  {
    noun: "chart",
    api: "ChartRestApi",
    operations: chartBundle,
    exporting: CHART_EXPORT,
    importing: CHART_WRITE,
    assertVisible: (ctx, id) => visibleChart(ctx.app, ctx.user, id),
  },
  {
    noun: "dataset",
    api: "DatasetRestApi",
    operations: datasetBundle,
    exporting: DATASET_EXPORT,
    importing: DATASET_WRITE,
    assertVisible: async (ctx, id) => assertDatasetAccess(ctx.user, await datasetForQuery(ctx.app, id)),
  },
  {
    noun: "database",
    api: "DatabaseRestApi",
    operations: databaseBundle,
    exporting: DATABASE_EXPORT,
    importing: DATABASE_WRITE,
    assertVisible: async (ctx, id) => {
      const row = await findDatabase(ctx.app.db, id);
      const isOpen = row && canReadPlace(ctx.user, { databaseId: row.id, databaseName: row.database_name });
      if (!isOpen) throw notFound();
    },
  },
  {
    noun: "theme",
    api: "ThemeRestApi",
    operations: themeBundle,
    exporting: permission("can_export", "Theme"),
    importing: permission("can_write", "Theme"),
    assertVisible: async (ctx, id) => {
      if ((await themesByIds(ctx.app.db, id < 2 ** 31 ? [id] : [])).length === 0) throw notFound();
    },
  },
  {
    noun: "saved_query",
    api: "SavedQueryRestApi",
    operations: savedQueryBundle,
    exporting: permission("can_export", "SavedQuery"),
    importing: permission("can_write", "SavedQuery"),
    assertVisible: async (ctx, id) => {
      if (!(await ownSavedQuery(ctx.app, ctx.user, id))) throw notFound();
    },
  },
];

function exportRoute({ noun, api, operations, exporting, assertVisible }: Kind): Route {
  return route(
    operations.exported,
    audited(exporting, { action: `${api}.export`, verb: "export", kind: noun }),
    async (ctx, { q, query }) => {
      if (q.length === 0) throw notFound();
      for (const id of new Set(q)) await assertVisible(ctx, id);
      const token = isCookieName(query.token) ? query.token : undefined;
      return archiveReply(noun, await exportBundle(ctx, noun, [...new Set(q)]), token);
    },
  );
}

function archiveReply(noun: string, { files, moment }: Exported, token?: string): RawReply {
  const root = `${noun}_export_${moment}`;
  return new RawReply(archiveStream(root, files), {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename=${root}.zip`,
    ...(token ? { "set-cookie": `${token}=done; Max-Age=600; Path=/; SameSite=Lax` } : {}),
  });
}

/** The browser detects the start of the download by a cookie with this name; it must not overwrite ours. */
function isCookieName(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{1,64}$/.test(token) && token !== SESSION_COOKIE;
}

function isYes(field: "overwrite" | "sparse", text = ""): boolean {
  const word = text.toLowerCase();
  if (!["", "true", "false"].includes(word)) throw badRequest(t("{field} must be true or false", { field }));
  return word === "true";
}

function fieldsOf(body: z.infer<typeof ImportFields>, { dry_run }: { dry_run?: string | undefined }) {
  const databaseNames = parseNames(body.database_names);
  return { secrets: parseSecrets(body), databaseNames, dryRun: dry_run === "true" };
}

function importRoute({ noun, api, operations, importing }: Kind): Route {
  return route(
    operations.imported,
    audited(importing, { action: `${api}.import_`, verb: "import", kind: "bundle", recorded: "noted" }),
    async (ctx, { body, query }) => {
      const upload = uploadIn(ctx);
      const isBareKnown = noun === "dashboard" || noun === "dataset";
      const legacyBundle = isBareKnown ? await legacyFiles(ctx.app, upload.bytes, noun) : undefined;
      const otherFiles: string[] = [];
      const files = legacyBundle ?? (await readArchive(upload.bytes, otherFiles));
      const options = { noun, overwrite: isYes("overwrite", body.overwrite), otherFiles, ...fieldsOf(body, query) };
      const result = await importedFrom(ctx, upload, files, options);
      return { message: noun === "theme" ? t("Theme imported successfully") : "OK", result };
    },
  );
}

/** Dry runs change nothing, so only their failures are recorded. */
async function importedFrom(
  ctx: Context,
  upload: UploadedFile,
  files: BundleFiles,
  options: Parameters<typeof importBundle>[2],
): Promise<ImportResult> {
  try {
    const result = await importBundle(ctx, files, options);
    if (!options.dryRun) noteImport(upload, options.overwrite, result);
    return result;
  } catch (error) {
    noteAction({ objects: [{ id: null, name: upload.filename }] });
    throw error;
  }
}

function noteImport({ filename }: UploadedFile, overwrite: boolean, { items }: ImportResult): void {
  const changed = items.filter(({ action }) => action !== "keep");
  const objects = changed.slice(0, MAX_NOTED).map(({ id, kind, name, replaces }) => ({
    ...{ id: id ?? null, name, kind },
    details: { bundle: filename, ...(replaces === undefined ? {} : { old_name: replaces }) },
  }));
  const others = changed.length - objects.length;
  const bundle = { id: null, name: filename, details: { overwrite, ...(others > 0 && { others }) } };
  noteAction({ objects: [bundle, ...objects] });
}

const MAX_NOTED = 500;

function uploadIn({ files }: Context) {
  const [upload, second] = files.filter((file) => file.field === "formData");
  if (!upload) throw badRequest();
  if (second) throw badRequest(t("formData must be one file"));
  return upload;
}

const anyIn = route(
  importAny,
  audited(SIGNED_IN, { action: "ImportExportRestApi.import_", verb: "import", kind: "bundle", recorded: "noted" }),
  async (ctx, { body, query }) => {
    const pairs = [ASSETS_IN.pair, ...KINDS.map(({ noun }) => importingOf(noun))];
    if (!pairs.some(([name, view]) => ctx.user.can(name, view))) throw forbidden();
    const upload = uploadIn(ctx);
    const otherFiles: string[] = [];
    const files = isArchive(upload.bytes)
      ? await readArchive(upload.bytes, otherFiles)
      : await bareFiles(ctx, upload.bytes);
    const noun = await nounOf(files);
    const [name, view] = noun === "assets" ? ASSETS_IN.pair : importingOf(noun);
    if (!ctx.user.can(name, view)) throw forbidden();
    // Bundles of everything always overwrite, so the interface asks before it sends them.
    const overwrite = noun === "assets" || isYes("overwrite", body.overwrite);
    const options = { noun, overwrite, sparse: isYes("sparse", body.sparse), otherFiles, ...fieldsOf(body, query) };
    const result = await importedFrom(ctx, upload, files, options);
    return { message: "OK", result };
  },
);

const isArchive = (bytes: Buffer) => bytes.subarray(0, 2).toString("latin1") === "PK";

/** A file from before bundles: dashboards are JSON, datasets YAML. */
async function bareFiles({ app }: Context, bytes: Buffer): Promise<BundleFiles> {
  const noun = bytes.toString("utf8").trimStart().startsWith("{") ? "dashboard" : "dataset";
  return (await legacyFiles(app, bytes, noun)) ?? new Map();
}

async function nounOf(files: BundleFiles): Promise<BundleNoun | "assets"> {
  const metadata = files.get(METADATA);
  const values = metadata === undefined ? undefined : await valuesOf(new Map([[METADATA, metadata]]));
  const { type } = (values?.get(METADATA) ?? {}) as { type?: unknown };
  return KINDS.find(({ noun }) => TYPES[noun] === type)?.noun ?? "assets";
}

function importingOf(noun: BundleNoun): Pair {
  const importing = KINDS.find((kind) => kind.noun === noun)?.importing;
  if (importing?.kind !== "permission") throw forbidden();
  return importing.pair;
}

const exampleOut = route(
  exportExample,
  audited(permission("can_export_as_example", "Dashboard"), {
    action: "DashboardRestApi.export_as_example",
    verb: "export",
    kind: "dashboard",
  }),
  async (ctx, { params, query }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    if (query.export_data === "true") throw unprocessable(t("Examples are exported without rows: remove export_data"));
    return archiveReply("dashboard", await exportBundle(ctx, "dashboard", [dashboard.id]));
  },
);

const assetsOut = route(
  exportAssets,
  audited(permission("can_export", "ImportExportRestApi"), {
    action: "ImportExportRestApi.export",
    verb: "export",
    kind: "bundle",
  }),
  async (ctx) => archiveReply("assets", await exportBundle(ctx, "assets", [])),
);

const assetsIn = route(
  importAssets,
  audited(ASSETS_IN, {
    action: "ImportExportRestApi.import_",
    verb: "import",
    kind: "bundle",
    recorded: "noted",
  }),
  async (ctx, { body, query }) => {
    const upload = ctx.files.find((file) => file.field === "bundle");
    if (!upload) throw badRequest();
    const otherFiles: string[] = [];
    const files = await readArchive(upload.bytes, otherFiles);
    const options = { noun: "assets", overwrite: true, sparse: isYes("sparse", body.sparse), otherFiles } as const;
    const fields = fieldsOf(body, query);
    const result = await importedFrom(ctx, upload, files, { ...options, ...fields });
    return { message: "OK", result };
  },
);

export const bundleResource: Resource = {
  name: "bundle",
  routes: [...KINDS.flatMap((kind) => [exportRoute(kind), importRoute(kind)]), exampleOut, assetsOut, assetsIn, anyIn],
};
