import type { Kysely } from "kysely";
import { TesseraError, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { type OwnedNoun, ownersOf, setOwners } from "../../server/store/owners.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { Problems } from "./files.ts";

/** What an import is of. Everything else in the bundle is a dependency and is kept as it is when it exists here. */
export type BundleNoun = "dashboard" | "chart" | "dataset" | "database";

export interface ImportOptions {
  noun: BundleNoun;
  overwrite: boolean;
  /** By path of the database's file. */
  passwords: Readonly<Record<string, string>>;
  /** Owns what is created when the server itself imports. */
  ownerId?: number | undefined;
}

export const VIEWS: Readonly<Record<BundleNoun, string>> = {
  dashboard: "Dashboard",
  chart: "Chart",
  dataset: "Dataset",
  database: "Database",
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
  charts: Map<string, { id: number; name: string; isNew: boolean }>;
  dashboards: number[];
}

/** The importer becomes the owner. */
export async function ownNew({ db, stamp }: Import, noun: OwnedNoun, id: number): Promise<void> {
  if (stamp.userId !== null) await setOwners(db, { noun, id }, [stamp.userId]);
}

/** Whether what exists here is replaced by the file. */
export function isReplaced({ options }: Import, noun: BundleNoun): boolean {
  return options.noun === noun && options.overwrite;
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
  const owners = noun === "database" ? [] : ((await ownersOf(db, noun, [existing])).get(existing) ?? []);
  if (owners.some((owner) => owner.id === user.id)) return;
  throw refuse(`A ${noun} already exists and user doesn't have permissions to overwrite it`);
}

/** The 422 of an import: every problem by file. */
export function importError(noun: BundleNoun, problems: Problems): TesseraError {
  const texts = Object.entries(problems).map(([file, problem]) => {
    return `${file}: ${typeof problem === "string" ? problem : JSON.stringify(problem)}`;
  });
  const message = `Error importing ${noun}: ${texts.join("; ")}`;
  return new TesseraError(422, {
    errors: [wireError("GENERIC_COMMAND_ERROR", message, { level: "warning", extra: problems })],
  });
}
