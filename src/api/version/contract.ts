import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { Person, ReferenceParams } from "../../model/resource.ts";

/** One per save of a chart, dashboard or dataset. Numbers start at 1 and are never reused. */

const Version = z.looseObject({
  version: z.number(),
  saved_on: z.string(),
  saved_on_delta_humanized: z.string(),
  saved_by: Person.nullable(),
  changed: z.array(z.string()),
  /** With the kind of change; `name`: title of the filter, tab or chart in the path. */
  changes: z.array(
    z.object({ path: z.string(), kind: z.enum(["added", "removed", "changed", "moved"]), name: z.string().optional() }),
  ),
});

const Change = z.looseObject({ path: z.string(), before: z.unknown(), after: z.unknown() });
const VersionNumber = z.coerce.number().int().min(1);
const VersionParams = z.object({ id: z.string(), version: VersionNumber });

function versionOperations<N extends "chart" | "dashboard" | "dataset">(name: N) {
  const path = `/api/v1/${name}/:id/versions`;
  return {
    list: operation({
      id: `${name}.versions`,
      method: "GET",
      path: `${path}/`,
      summary: `Versions of a ${name}, newest first`,
      params: ReferenceParams,
      q: z.looseObject({ page: z.number().optional(), page_size: z.number().optional() }),
      response: z.looseObject({ count: z.number(), result: z.array(Version) }),
    }),
    compare: operation({
      id: `${name}.compareVersions`,
      method: "GET",
      path: `${path}/compare/`,
      summary: `Compare two versions of a ${name}; without \`to\`, compares with the current ${name}`,
      params: ReferenceParams,
      query: z.looseObject({ from: VersionNumber, to: VersionNumber.optional() }),
      response: z.looseObject({ count: z.number(), result: z.array(Change) }),
    }),
    show: operation({
      id: `${name}.version`,
      method: "GET",
      path: `${path}/:version`,
      summary: `The content of a version of a ${name}`,
      params: VersionParams,
      response: z.looseObject({
        result: z.looseObject({ ...Version.shape, content: z.record(z.string(), z.unknown()) }),
      }),
    }),
    restore: operation({
      id: `${name}.restoreVersion`,
      method: "POST",
      path: `${path}/:version/restore/`,
      summary: `Restore a version of a ${name}; like any save, this creates a new version`,
      params: VersionParams,
      response: z.looseObject({ id: z.number(), version: z.number() }),
    }),
  };
}

export const chartVersions = versionOperations("chart");
export const dashboardVersions = versionOperations("dashboard");
export const datasetVersions = versionOperations("dataset");
