import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { IdList, IdParams } from "../../model/resource.ts";

/** Form fields next to the file `formData`. Secrets are JSON maps by path, such as `databases/<name>.yaml`. */
export const ImportFields = z.looseObject({
  overwrite: z.string().optional(),
  passwords: z.string().optional(),
  ssh_tunnel_passwords: z.string().optional(),
  ssh_tunnel_private_keys: z.string().optional(),
  ssh_tunnel_private_key_passwords: z.string().optional(),
  encrypted_extra_secrets: z.string().optional(),
  database_names: z.string().optional(),
  sparse: z.string().optional(),
});

const ImportQuery = z.looseObject({
  dry_run: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["", "true", "false"]))
    .optional(),
});

export const ImportItem = z.looseObject({
  file: z.string(),
  /** Once imported; absent in dry runs. */
  id: z.number().optional(),
  kind: z.enum(["database", "dataset", "chart", "dashboard", "theme", "saved_query"]),
  name: z.string(),
  /** `restore`: comes back from the trash. `keep`: exists and stays unchanged. */
  action: z.enum(["create", "update", "restore", "keep"]),
  /** The overwritten object's name, if it has another. */
  replaces: z.string().optional(),
});
export type ImportItem = z.infer<typeof ImportItem>;

export const UnusedContent = z.looseObject({ file: z.string(), text: z.string() });
export type UnusedContent = z.infer<typeof UnusedContent>;

export const ImportResult = z.looseObject({
  items: z.array(ImportItem),
  unused: z.array(UnusedContent),
  needs: z.record(z.string(), z.unknown()),
});
export type ImportResult = z.infer<typeof ImportResult>;

const ImportResponse = z.looseObject({ message: z.string(), result: ImportResult });

function bundleOperations<N extends "chart" | "dashboard" | "dataset" | "database" | "theme" | "saved_query">(name: N) {
  return {
    exported: operation({
      id: `${name}.export`,
      method: "GET",
      path: `/api/v1/${name}/export/`,
      summary: `Export ${name}s with everything they need as a ZIP of YAML files`,
      q: IdList,
      query: z.looseObject({ token: z.string().optional() }),
      response: z.unknown(),
      produces: "application/zip",
    }),
    imported: operation({
      id: `${name}.import`,
      method: "POST",
      path: `/api/v1/${name}/import/`,
      summary: `Import ${name}s from a ZIP of YAML files`,
      query: ImportQuery,
      multipart: true,
      body: ImportFields,
      response: ImportResponse,
    }),
  };
}

export const chartBundle = bundleOperations("chart");
export const dashboardBundle = bundleOperations("dashboard");
export const datasetBundle = bundleOperations("dataset");
export const databaseBundle = bundleOperations("database");
export const themeBundle = bundleOperations("theme");
export const savedQueryBundle = bundleOperations("saved_query");

export const importAny = operation({
  id: "bundle.import",
  method: "POST",
  path: "/api/v1/bundle/import/",
  summary: "Import a bundle of any kind, with the permission that its kind requires",
  query: ImportQuery,
  multipart: true,
  body: ImportFields,
  response: ImportResponse,
});

export const exportExample = operation({
  id: "dashboard.exportAsExample",
  method: "GET",
  path: "/api/v1/dashboard/:id/export_as_example/",
  summary: "Export a dashboard with everything it needs, except rows, as an example",
  params: IdParams,
  query: z.looseObject({ export_data: z.enum(["true", "false"]).optional(), sample_rows: z.string().optional() }),
  response: z.unknown(),
  produces: "application/zip",
});

export const exportAssets = operation({
  id: "assets.export",
  method: "GET",
  path: "/api/v1/assets/export/",
  summary: "Export everything that the caller can see as a ZIP of YAML files",
  response: z.unknown(),
  produces: "application/zip",
});
export const importAssets = operation({
  id: "assets.import",
  method: "POST",
  path: "/api/v1/assets/import/",
  summary:
    "Import everything from a ZIP of YAML files, overwriting what exists; `sparse`: referenced objects may already be on this server",
  query: ImportQuery,
  multipart: true,
  body: ImportFields,
  response: ImportResponse,
});
