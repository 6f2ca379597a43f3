import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { IdList, IdParams, MessageResponse } from "../../model/resource.ts";

/** Text fields beside the file `formData` of an import. Secrets are JSON maps keyed by `databases/<name>.yaml`. */
export const ImportFields = z.looseObject({
  overwrite: z.string().optional(),
  passwords: z.string().optional(),
  ssh_tunnel_passwords: z.string().optional(),
  ssh_tunnel_private_keys: z.string().optional(),
  ssh_tunnel_private_key_passwords: z.string().optional(),
  encrypted_extra_secrets: z.string().optional(),
  sparse: z.string().optional(),
});

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
      multipart: true,
      body: ImportFields,
      response: MessageResponse,
    }),
  };
}

export const chartBundle = bundleOperations("chart");
export const dashboardBundle = bundleOperations("dashboard");
export const datasetBundle = bundleOperations("dataset");
export const databaseBundle = bundleOperations("database");
export const themeBundle = bundleOperations("theme");
export const savedQueryBundle = bundleOperations("saved_query");

export const exportExample = operation({
  id: "dashboard.exportAsExample",
  method: "GET",
  path: "/api/v1/dashboard/:id/export_as_example/",
  summary: "Export a dashboard with everything it needs but its rows, as an example to start from",
  params: IdParams,
  query: z.looseObject({ export_data: z.enum(["true", "false"]).optional(), sample_rows: z.string().optional() }),
  response: z.unknown(),
  produces: "application/zip",
});

export const exportAssets = operation({
  id: "assets.export",
  method: "GET",
  path: "/api/v1/assets/export/",
  summary: "Export everything that the caller sees as a ZIP of YAML files",
  response: z.unknown(),
  produces: "application/zip",
});
export const importAssets = operation({
  id: "assets.import",
  method: "POST",
  path: "/api/v1/assets/import/",
  summary: "Import everything from a ZIP of YAML files, over what is there; `sparse`: what it refers to may be here",
  multipart: true,
  body: ImportFields,
  response: MessageResponse,
});
