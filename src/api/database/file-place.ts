import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { duckdbFileOf } from "../../connectors/duckdb/duckdb.ts";
import { sqliteFileOf } from "../../connectors/sqlite/sqlite.ts";
import { t } from "../../i18n/translate.ts";
import { invalidFields, typedError } from "../../model/errors.ts";
import type { Config } from "../../server/config/config.ts";

export function withinHome(uri: string, home: string): string {
  const [, scheme, file] = /^((?:duckdb|sqlite)(?:\+\w+)?:\/\/\/)(?!:memory:)([^/?].*)$/i.exec(uri) ?? [];
  return file === undefined || isAbsolute(file) ? uri : `${scheme}${join(home, file)}`;
}

const IN_MEMORY = ":memory:";

export function fileOf(uri: string): string | undefined {
  const file = /^sqlite\b/i.test(uri) ? sqliteFileOf(uri) : duckdbFileOf(uri);
  return file === IN_MEMORY ? undefined : file;
}

const DATABASE_FILE = /^[^.].*\.(duckdb|ddb|db|db3|sqlite|sqlite3)$/i;
const OWN_FILES = ["tessera.db", "tessera.db-wal", "tessera.db-shm", "tessera.db-journal"];

interface FilePolicy extends Pick<Config, "home" | "databaseFolders"> {
  /** Real paths that administrators allowed; if one has become a link, it leads nowhere. */
  allowedFolders(): Promise<readonly string[]>;
}

/**
 * Throws unless the file, after following links, is directly in the home folder or anywhere in an allowed folder, has a
 * database extension, and isn't the server's own store: that is a SQLite file too, and secret.
 */
export async function assertDatabaseFile(file: string, { home: homeFolder, ...policy }: FilePolicy): Promise<void> {
  const real = realPathOf(file);
  if (real === undefined) throw noSuchFile();
  const home = realPathOf(homeFolder) ?? homeFolder;
  const isInHome = dirname(real) === home && DATABASE_FILE.test(basename(real));
  const configured = policy.databaseFolders.map((folder) => realPathOf(folder) ?? folder);
  const isIn = (folders: readonly string[]) => folders.some((folder) => isWithin(real, folder));
  if (!isInHome && !isIn(configured) && !isIn(await policy.allowedFolders())) throw folderNotAllowed();
  const isOwn = OWN_FILES.some((name) => real === join(home, name)) || isSameFile(real, join(home, "tessera.db"));
  if (isOwn) throw refused(t("The server's own database can't be used as a data source."));
}

const isWithin = (path: string, folder: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * The real path of a folder that can be allowed. Throws 422 for what isn't a folder, and for those that hold the server's
 * own files or the system's.
 */
export function allowableFolder(folder: string, homeFolder: string): string {
  const wrong = (message: string) => invalidFields({ location: [message] }, 422);
  if (!isAbsolute(folder)) throw wrong(t("Enter the full path of the folder, such as /data/warehouse."));
  const real = existingPathOf(folder);
  if (real === undefined || !statSync(real).isDirectory()) throw wrong(t("The server has no such folder."));
  const home = realPathOf(homeFolder) ?? homeFolder;
  if (real === home) throw wrong(t("Database files directly in the server's home folder are always allowed."));
  if (isWithin(home, real) || isWithin(real, home))
    throw wrong(t("This folder can't be allowed: it holds the server's own files."));
  if (real === sep || SYSTEM_FOLDERS.some((system) => real === system || isWithin(real, system)))
    throw wrong(t("This folder can't be allowed: it holds system files. Choose the folder of the database files."));
  return real;
}

const SYSTEM_FOLDERS = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib64",
  "/proc",
  "/root/.ssh",
  "/run",
  "/sbin",
  "/sys",
  "/usr/lib",
];

/** The folder of a file that is outside of the allowed folders; undefined if it doesn't exist. */
export function folderOf(file: string): string | undefined {
  const real = realPathOf(file);
  return real === undefined ? undefined : dirname(real);
}

function existingPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function realPathOf(file: string): string | undefined {
  const real = existingPathOf(file);
  if (real !== undefined) return real;
  const folder = existingPathOf(dirname(file));
  return folder === undefined ? undefined : join(folder, basename(file));
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

/** Names no path, because chart viewers may see it. `blocked`: what an administrator can allow. */
const folderNotAllowed = () =>
  typedError(
    "CONNECTION_DATABASE_PERMISSIONS_ERROR",
    t("Put the file in the server's home folder, or ask an administrator to allow its folder under Connection rules."),
    { extra: { invalid: ["database"], blocked: "folder" } },
  );

const refused = (message: string) => typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", message);
export const noSuchFile = () => typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("The database file doesn't exist."));
