import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";

const Fields = z.record(z.string(), z.unknown());

export const Asset = z.object({
  /** In the folder of a bundle, such as `charts/Sales_12.yaml`. */
  path: z.string(),
  kind: z.string(),
  /** The UUID, or the name of objects without one. */
  key: z.string(),
  name: z.string(),
  value: Fields,
  /** Changes with the value. */
  state: z.string(),
  /** The file or URL where it is edited. */
  managed_by: z.string().nullable(),
});
export type Asset = z.infer<typeof Asset>;

const Path = z
  .string()
  .max(1000)
  .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\p{Cc}]+\.ya?ml$/u);

/** Each is a parameter of a query. */
const MAX_FILES = 10_000;

/** `files`: contents or YAML by path; those that are left out stay as they are. */
export const AssetChanges = z.strictObject({
  files: z
    .record(Path, z.union([Fields, z.string()]))
    .refine((files) => Object.keys(files).length <= MAX_FILES, {
      error: () => t("The file has too many entries"),
    })
    .default({}),
  /** Kind and key of what to delete. */
  remove: z
    .array(z.strictObject({ kind: z.string(), key: z.string() }))
    .max(MAX_FILES)
    .default([]),
  /** Keys of files that are left out, since others may refer to the number at the end of their path. */
  paths: z.record(Path, z.string()).default({}),
  /** Marks the objects as managed by files below this folder or URL. */
  managed_by: z.string().max(1000).optional(),
  /** Charts may get types that this server doesn't have, so they aren't drawn. */
  allow_unknown_types: z.boolean().default(false),
  /** Fails if any of these objects has another state by now; null = it doesn't exist. */
  based_on: z
    .array(z.strictObject({ kind: z.string(), key: z.string(), state: z.string().nullable() }))
    .max(MAX_FILES)
    .default([]),
});
export type AssetChanges = z.infer<typeof AssetChanges>;

const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const PlannedAsset = z.object({
  path: z.string(),
  kind: z.string(),
  key: z.string(),
  name: z.string(),
  action: z.enum(["create", "change", "delete", "unchanged"]),
  fields: z.array(FieldChange),
  owners: z.array(z.string()),
  dashboards: z.array(z.string()),
  /** Assertions about a dataset that fail now. They are checked after it is changed. */
  failing: z.array(z.object({ name: z.string(), message: z.string() })),
  /** Once saved; null if deleted. */
  value: Fields.nullable(),
  state: z.string().nullable(),
});
export type PlannedAsset = z.infer<typeof PlannedAsset>;

/** `managed_by`: the file or URL where it is edited from now on. */
const ManagedAsset = z.object({ path: z.string(), kind: z.string(), name: z.string(), managed_by: z.string() });
export type ManagedAsset = z.infer<typeof ManagedAsset>;

export const AssetPlan = z.object({
  items: z.array(PlannedAsset),
  /** What `managed_by` marks that isn't marked yet. */
  managed: z.array(ManagedAsset),
  unused: z.array(z.object({ file: z.string(), text: z.string() })),
  /** Passwords that new connections need, by file. */
  needs: z.record(z.string(), z.unknown()),
});
export type AssetPlan = z.infer<typeof AssetPlan>;

/** Websockets that say when something changed; the second has the `id` of a dashboard in its query. */
export const ASSET_CHANGES_SOCKET = "/api/v1/assets/changes";
export const DASHBOARD_CHANGES_SOCKET = "/api/v1/dashboard/changes";

export const list = operation({
  id: "assets.list",
  method: "GET",
  path: "/api/v1/assets/",
  summary: "Everything that the caller can see as the contents of files",
  response: z.object({ result: z.array(Asset) }),
  audited: true,
});
export const plan = operation({
  id: "assets.plan",
  method: "POST",
  path: "/api/v1/assets/plan",
  summary: "What applying these files would create, change and delete, and whom it affects",
  body: AssetChanges,
  sizes: { files: Number.POSITIVE_INFINITY, based_on: Number.POSITIVE_INFINITY, paths: Number.POSITIVE_INFINITY },
  response: z.object({ result: AssetPlan }),
});
export const apply = operation({
  id: "assets.apply",
  method: "POST",
  path: "/api/v1/assets/apply",
  summary: "Create, change and delete objects as these files say, all or nothing",
  body: AssetChanges,
  sizes: { files: Number.POSITIVE_INFINITY, based_on: Number.POSITIVE_INFINITY, paths: Number.POSITIVE_INFINITY },
  response: z.object({ result: AssetPlan }),
});
