import type { Kysely } from "kysely";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { TesseraError, type WireError, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { type OwnedNoun, ownersOf, setOwners } from "../../server/rights/owners.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import type { ObjectReference } from "../../server/store/content.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { keepVersion } from "../../server/store/versions.ts";
import type { User } from "../../server/user.ts";
import type { UnusedContent } from "./contract.ts";
import type { Bundle, Problems } from "./files.ts";
import type { PlannedItem } from "./import-plan.ts";
import { saveMark } from "./marks.ts";

export type BundleNoun = "dashboard" | "chart" | "dataset" | "database" | "theme" | "saved_query";

export interface ImportOptions {
  noun: BundleNoun | "assets";
  overwrite: boolean;
  secrets: ImportSecrets;
  /** Referenced objects may be missing from the bundle if they exist on this server. */
  sparse?: boolean;
  ownerId?: number | undefined;
  /** Saves nothing, and returns what the import needs instead of failing. */
  dryRun?: boolean;
  databaseNames?: SecretsByPath;
  /** Existing objects keep their owners and need the permission of their own edit, also of those who share a folder. */
  asEdit?: boolean;
  /** Numbers by which files refer to objects that aren't in the bundle. */
  known?: KnownNumbers;
  otherFiles?: readonly string[];
  /** Charts can't get types that don't exist here; those that have one keep it. */
  knownTypesOnly?: boolean;
}

export interface KnownNumbers {
  readonly charts: ReadonlyMap<number, number>;
  readonly datasets: ReadonlyMap<number, number>;
  readonly layers: ReadonlyMap<number, number>;
}

export const VIEWS: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Chart",
  dataset: "Dataset",
  database: "Database",
  theme: "Theme",
  saved_query: "SavedQuery",
};

export interface ImportSecrets {
  readonly passwords: SecretsByPath;
  readonly ssh_tunnel_passwords: SecretsByPath;
  readonly ssh_tunnel_private_keys: SecretsByPath;
  readonly ssh_tunnel_private_key_passwords: SecretsByPath;
  readonly encrypted_extra_secrets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
type SecretsByPath = Readonly<Record<string, string>>;

export const NO_SECRETS: ImportSecrets = {
  passwords: {},
  ssh_tunnel_passwords: {},
  ssh_tunnel_private_keys: {},
  ssh_tunnel_private_key_passwords: {},
  encrypted_extra_secrets: {},
};

export interface Import {
  app: App;
  db: Kysely<Tables>;
  user: User | null;
  stamp: Stamp;
  options: ImportOptions;
  databases: Map<string, number>;
  datasets: Map<string, number>;
  charts: Map<string, { id: number; name: string; isWritten: boolean }>;
  dashboards: number[];
  tags: Map<string, number>;
  bundle: Bundle;
  revived: ReadonlySet<string>;
  items: PlannedItem[];
  unused: UnusedContent[];
  needs: Problems;
  written: { object: ObjectReference | undefined; uuid: string; extra: Record<string, unknown> }[];
}

export async function beforeReplaced(
  { app, db }: Import,
  object: ObjectReference,
  row: { changed_on: string; changed_by_fk: number | null },
): Promise<void> {
  await keepVersion(app, db, { object, stamp: { now: row.changed_on, userId: row.changed_by_fk } });
}

export async function saveVersions({ app, db, stamp, written, bundle }: Import): Promise<void> {
  const bundledOn = bundle.timestamp ?? `${stamp.now}+00:00`;
  await forEachYielding(written, async ({ object, uuid, extra }) => {
    if (object) await keepVersion(app, db, { object, stamp });
    await saveMark(db, uuid, { extra, bundledOn, savedOn: stamp.now });
  });
}

export async function addOwner(
  { db, stamp, options }: Import,
  noun: OwnedNoun,
  { id, existing }: { id: number; existing: object | undefined },
): Promise<void> {
  if (existing && options.asEdit) return;
  const owners = ((await ownersOf(db, noun, [id])).get(id) ?? []).map((owner) => owner.id);
  await setOwners(db, { noun, id }, stamp.userId === null ? owners : [...owners, stamp.userId]);
}

export function isReplaced({ options, revived }: Import, noun: BundleNoun, uuid: string): boolean {
  const isOver = options.overwrite || options.dryRun === true;
  return options.noun === "assets" || (options.noun === noun && isOver) || revived.has(uuid);
}

export async function assertCanImport(
  { user, db, options }: Import,
  noun: BundleNoun,
  { path, existing }: { path: string; existing?: number | undefined },
): Promise<void> {
  if (user === null || user.isAdmin) return;
  const refuse = (text: string) => importError(options.noun, { [path]: text });
  if (existing === undefined) {
    if (user.can("can_write", VIEWS[noun])) return;
    throw refuse(t(NOT_CREATED[noun]));
  }
  if (await mayReplace({ user, db, options }, noun, existing)) return;
  throw refuse(t(NOT_REPLACED[noun]));
}

async function mayReplace(
  { user, db, options }: Pick<Import, "db" | "options"> & { user: User },
  noun: BundleNoun,
  id: number,
): Promise<boolean> {
  if (noun !== "dashboard" && noun !== "chart" && noun !== "dataset") return false;
  if (options.asEdit) {
    const allowed = await allowedAmong(db, { table: `${noun}s`, rules: changeRules(user, noun) }, [id]);
    return user.can("can_write", VIEWS[noun]) && allowed.has(id);
  }
  const owners = (await ownersOf(db, noun, [id])).get(id) ?? [];
  return owners.some((owner) => owner.id === user.id);
}

const NOT_CREATED: Readonly<Record<BundleNoun, Message>> = {
  dashboard: msg("Dashboard doesn't exist and user doesn't have permission to create dashboards"),
  chart: msg("Chart doesn't exist and user doesn't have permission to create charts"),
  dataset: msg("Dataset doesn't exist and user doesn't have permission to create datasets"),
  database: msg("Database doesn't exist and user doesn't have permission to create databases"),
  theme: msg("Theme doesn't exist and user doesn't have permission to create themes"),
  saved_query: msg("Saved query doesn't exist and user doesn't have permission to create saved queries"),
};

export const NOT_REPLACED: Readonly<Record<BundleNoun, Message>> = {
  dashboard: msg("A dashboard already exists and user doesn't have permissions to overwrite it"),
  chart: msg("A chart already exists and user doesn't have permissions to overwrite it"),
  dataset: msg("A dataset already exists and user doesn't have permissions to overwrite it"),
  database: msg("A database already exists and user doesn't have permissions to overwrite it"),
  theme: msg("A theme already exists and user doesn't have permissions to overwrite it"),
  saved_query: msg("A saved query already exists and user doesn't have permissions to overwrite it"),
};

const FAILED: Readonly<Record<BundleNoun | "assets", (problems: string) => string>> = {
  dashboard: (problems) => t("Error importing dashboard: {problems}", { problems }),
  chart: (problems) => t("Error importing chart: {problems}", { problems }),
  dataset: (problems) => t("Error importing dataset: {problems}", { problems }),
  database: (problems) => t("Error importing database: {problems}", { problems }),
  theme: (problems) => t("Error importing theme: {problems}", { problems }),
  saved_query: (problems) => t("Error importing saved query: {problems}", { problems }),
  assets: (problems) => t("Error importing assets: {problems}", { problems }),
};

export function importError(
  noun: BundleNoun | "assets",
  problems: Problems,
  causes: readonly WireError[] = [],
): TesseraError {
  const texts = Object.entries(problems).map(([file, problem]) => {
    return `${file}: ${typeof problem === "string" ? problem : JSON.stringify(problem)}`;
  });
  const message = FAILED[noun](texts.join("; "));
  return new TesseraError(422, {
    errors: [wireError("GENERIC_COMMAND_ERROR", message, { level: "warning", extra: problems }), ...causes],
  });
}
