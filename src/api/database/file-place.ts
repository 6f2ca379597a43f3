import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { duckdbFileOf } from "../../connectors/duckdb/duckdb.ts";
import { sqliteFileOf } from "../../connectors/sqlite/sqlite.ts";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
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

/**
 * Throws unless the file, after following links, is directly in the home folder or anywhere in a database folder, has a
 * database extension, and isn't the server's own store: that is a SQLite file too, and secret.
 */
export function assertDatabaseFile(file: string, config: Pick<Config, "home" | "databaseFolders">): void {
  const real = realPathOf(file);
  if (real === undefined) throw noSuchFile();
  const home = realPathOf(config.home) ?? config.home;
  const isInHome = dirname(real) === home && DATABASE_FILE.test(basename(real));
  const isInFolder = config.databaseFolders.some((folder) => real.startsWith((realPathOf(folder) ?? folder) + sep));
  if (!isInHome && !isInFolder)
    throw refused(
      t(
        "Put the file in the server's home folder, or ask an administrator to add its folder to TESSERA_DATABASE_FOLDERS.",
      ),
    );
  const isOwn = OWN_FILES.some((name) => real === join(home, name)) || isSameFile(real, join(home, "tessera.db"));
  if (isOwn) throw refused(t("The server's own database can't be used as a data source."));
}

function realPathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    try {
      return join(realpathSync(dirname(file)), basename(file));
    } catch {
      return undefined;
    }
  }
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

const refused = (message: string) => typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", message);
export const noSuchFile = () => typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", t("The database file doesn't exist."));
