import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { Person, ReferenceParams } from "../../model/resource.ts";

/** Versions of charts, dashboards and datasets: one for every save. Numbers count from 1 and are never given twice. */

const Version = z.looseObject({
  version: z.number(),
  saved_on: z.string(),
  saved_on_delta_humanized: z.string(),
  /** Null: the server itself, or somebody whose account is gone. */
  saved_by: Person.nullable(),
  /** Paths that differ from the version before, at most 200. */
  changed: z.array(z.string()),
  /** The same with what was done; `name`: title of the filter, tab or chart of a dashboard that the path leads into. */
  changes: z.array(
    z.object({ path: z.string(), kind: z.enum(["added", "removed", "changed"]), name: z.string().optional() }),
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
      summary: `What differs between two versions of a ${name}; without \`to\`, between one and the ${name} as it is`,
      params: ReferenceParams,
      query: z.looseObject({ from: VersionNumber, to: VersionNumber.optional() }),
      response: z.looseObject({ count: z.number(), result: z.array(Change) }),
    }),
    show: operation({
      id: `${name}.version`,
      method: "GET",
      path: `${path}/:version`,
      summary: `What a ${name} said in one of its versions`,
      params: VersionParams,
      response: z.looseObject({
        result: z.looseObject({ ...Version.shape, content: z.record(z.string(), z.unknown()) }),
      }),
    }),
    restore: operation({
      id: `${name}.restoreVersion`,
      method: "POST",
      path: `${path}/:version/restore/`,
      summary: `Make a ${name} what it was in one of its versions, which is a save like any other`,
      params: VersionParams,
      response: z.looseObject({ id: z.number(), version: z.number() }),
    }),
  };
}

export const chartVersions = versionOperations("chart");
export const dashboardVersions = versionOperations("dashboard");
export const datasetVersions = versionOperations("dataset");
