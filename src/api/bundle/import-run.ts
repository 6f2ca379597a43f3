import type { Kysely } from "kysely";
import { TesseraError, type WireError, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { type OwnedNoun, ownersOf, setOwners } from "../../server/rights/owners.ts";
import type { ObjectReference } from "../../server/store/content.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { keepVersion } from "../../server/store/versions.ts";
import type { User } from "../../server/user.ts";
import type { UnusedContent } from "./contract.ts";
import type { Bundle, Problems } from "./files.ts";
import type { PlannedItem } from "./import-plan.ts";
import { keepMark } from "./marks.ts";

/** What an import is of. Everything else in the bundle is a dependency and is kept as it is when it exists here. */
export type BundleNoun = "dashboard" | "chart" | "dataset" | "database" | "theme" | "saved_query";

export interface ImportOptions {
  noun: BundleNoun | "assets";
  /** Always, for assets. */
  overwrite: boolean;
  secrets: ImportSecrets;
  /** Objects that the bundle refers to and does not hold may be here already. Without it, assets must hold all. */
  sparse?: boolean;
  /** Owns what is created when the server itself imports. */
  ownerId?: number | undefined;
  /** Nothing is saved. What the import still needs is told with its result instead of refusing it. */
  dryRun?: boolean;
  /** Names for databases, by path of their files. */
  databaseNames?: SecretsByPath;
  /** Entries of the archive that are no files of a bundle. */
  otherFiles?: readonly string[];
}

export const VIEWS: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Chart",
  dataset: "Dataset",
  database: "Database",
  theme: "Theme",
  saved_query: "SavedQuery",
};

/** Secrets that bundles do not hold, by path of the database's file. */
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

/** The state of one import within its transaction. */
export interface Import {
  app: App;
  db: Kysely<Tables>;
  /** Null: the server itself. */
  user: User | null;
  stamp: Stamp;
  options: ImportOptions;
  /** Ids here by uuid. */
  databases: Map<string, number>;
  datasets: Map<string, number>;
  charts: Map<string, { id: number; name: string; isWritten: boolean }>;
  dashboards: number[];
  /** Ids of tags by name. */
  tags: Map<string, number>;
  bundle: Bundle;
  /** Objects that were deleted and came back for this import; the files say what they are now. */
  revived: ReadonlySet<string>;
  /** What was written, for versions and marks. */
  items: PlannedItem[];
  unused: UnusedContent[];
  /** Of a dry run. */
  needs: Problems;
  written: { object: ObjectReference | undefined; uuid: string; extra: Record<string, unknown> }[];
}

/** To be called before what exists is replaced: what it was until now stays known. */
export async function beforeReplaced(
  { app, db }: Import,
  object: ObjectReference,
  row: { changed_on: string; changed_by_fk: number | null },
): Promise<void> {
  await keepVersion(app, db, { object, stamp: { now: row.changed_on, userId: row.changed_by_fk } });
}

/** Keeps the version that the import makes of each object, and what its file said that has no place in it. */
export async function keepWritten({ app, db, stamp, written, bundle }: Import): Promise<void> {
  const bundledOn = bundle.timestamp ?? `${stamp.now}+00:00`;
  await forEachYielding(written, async ({ object, uuid, extra }) => {
    if (object) await keepVersion(app, db, { object, stamp });
    await keepMark(db, uuid, { extra, bundledOn, savedOn: stamp.now });
  });
}

/** The importer becomes an owner, beside those that what exists here has. */
export async function addOwner({ db, stamp }: Import, noun: OwnedNoun, id: number): Promise<void> {
  const owners = ((await ownersOf(db, noun, [id])).get(id) ?? []).map((owner) => owner.id);
  await setOwners(db, { noun, id }, stamp.userId === null ? owners : [...owners, stamp.userId]);
}

/** Whether what exists here is replaced by the file. A dry run tells what an import over existing objects would do. */
export function isReplaced({ options, revived }: Import, noun: BundleNoun, uuid: string): boolean {
  const isOver = options.overwrite || options.dryRun === true;
  return options.noun === "assets" || (options.noun === noun && isOver) || revived.has(uuid);
}

/** Refuses creating without the right to write, and replacing what belongs to others. */
export async function assertMayImport(
  { user, db, options }: Import,
  noun: BundleNoun,
  { path, existing }: { path: string; existing?: number | undefined },
): Promise<void> {
  if (user === null || user.isAdmin) return;
  const name = VIEWS[noun];
  const refuse = (text: string) => importError(options.noun, { [path]: text });
  if (existing === undefined) {
    if (user.can("can_write", name)) return;
    throw refuse(`${name} doesn't exist and user doesn't have permission to create ${noun}s`);
  }
  const isOwned = noun === "dashboard" || noun === "chart" || noun === "dataset";
  const owners = !isOwned ? [] : ((await ownersOf(db, noun, [existing])).get(existing) ?? []);
  if (owners.some((owner) => owner.id === user.id)) return;
  throw refuse(`A ${noun} already exists and user doesn't have permissions to overwrite it`);
}

/** The 422 of an import: every problem by file, and the typed errors behind them. */
export function importError(
  noun: BundleNoun | "assets",
  problems: Problems,
  causes: readonly WireError[] = [],
): TesseraError {
  const texts = Object.entries(problems).map(([file, problem]) => {
    return `${file}: ${typeof problem === "string" ? problem : JSON.stringify(problem)}`;
  });
  const message = `Error importing ${noun}: ${texts.join("; ")}`;
  return new TesseraError(422, {
    errors: [wireError("GENERIC_COMMAND_ERROR", message, { level: "warning", extra: problems }), ...causes],
  });
}
