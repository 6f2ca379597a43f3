import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { duckdbFileOf } from "../../connectors/duckdb/duckdb.ts";
import { sqliteFileOf } from "../../connectors/sqlite/sqlite.ts";
import { list } from "../../i18n/intl.ts";
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

const DATABASE_ENDINGS = ["duckdb", "ddb", "db", "db3", "sqlite", "sqlite3"];
const DATABASE_FILE = new RegExp(`^[^.].*\\.(${DATABASE_ENDINGS.join("|")})$`, "i");
const OWN_FILES = ["tessera.db", "tessera.db-wal", "tessera.db-shm", "tessera.db-journal"];

interface FilePolicy extends Pick<Config, "home" | "databaseFolders"> {
  /** Real paths that administrators allowed; if one has become a link, it leads nowhere. */
  allowedFolders(): Promise<readonly string[]>;
}

/**
 * Throws unless the file, after following links, is directly in the home folder or anywhere in an allowed folder, and
 * isn't the server's own store: that is a SQLite file too, and secret. Says of allowed folders only whether they exist.
 */
export async function assertDatabaseFile(file: string, { home: homeFolder, ...policy }: FilePolicy): Promise<void> {
  const real = realPathOf(file);
  const home = realPathOf(homeFolder) ?? homeFolder;
  const configured = policy.databaseFolders.map((folder) => realPathOf(folder) ?? folder);
  const foldersOf = async (path: string) =>
    [...configured, ...(await policy.allowedFolders())].filter((folder) => isWithin(path, folder));
  if (real === undefined) throw (await foldersOf(resolve(file))).length > 0 ? noSuchFile() : folderNotAllowed();
  const isInHome = dirname(real) === home && DATABASE_FILE.test(basename(real));
  if (!isInHome) assertFileInFolders(real, await foldersOf(real));
  const isOwn = OWN_FILES.some((name) => real === join(home, name)) || isSameFile(real, join(home, "tessera.db"));
  if (isOwn) throw refused(t("The server's own database can't be used as a data source."));
}

/** A file that doesn't exist yet is created by connecting, so not any name is accepted. */
function assertFileInFolders(file: string, folders: readonly string[]): void {
  if (folders.length === 0) throw folderNotAllowed();
  if (folders.every((folder) => isHidden(relative(folder, file))))
    throw refused(t("Hidden files, and files in hidden folders, can't be databases."));
  if (!existsSync(file) && !DATABASE_FILE.test(basename(file)))
    throw refused(
      t("The name of a new database file must end in {endings}.", {
        endings: list(
          DATABASE_ENDINGS.map((ending) => `.${ending}`),
          "disjunction",
        ),
      }),
    );
}

const isHidden = (path: string) => path.split(sep).some((part) => part.startsWith("."));

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
  if (real === sep || SYSTEM_FOLDERS.some((system) => isShared(real, system) || isShared(real, realPathOf(system))))
    throw wrong(t("This folder can't be allowed: it holds system files. Choose the folder of the database files."));
  if (USER_FOLDERS.includes(real))
    throw wrong(t("This folder can't be allowed: it holds users' own files. Choose the folder of the database files."));
  return real;
}

/** One is the other, or in it. */
const isShared = (folder: string, other: string | undefined) =>
  other !== undefined && (folder === other || isWithin(folder, other) || isWithin(other, folder));

const USER_FOLDERS = ["/home", "/Users"];

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
  "/usr/bin",
  "/usr/lib",
  "/usr/sbin",
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
  // A link to nowhere would create its target, wherever that is.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
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
