import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { storeFailureOf } from "../store/failures.ts";
import { HomeInUseError } from "../store/home-lock.ts";
import { StoreVersionError } from "../store/store-version.ts";

interface Failure {
  error: unknown;
  message: string;
  code: string;
  errcode: number;
  syscall: string;
  host: string;
  port: number;
  home: string;
  usesPostgres: boolean;
}

const EXPLAINED = [ConfigError, HomeInUseError, StoreVersionError];
const UNWRITABLE = ["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOENT"];
const SQLITE_CANTOPEN = 14;
const SQLITE_CORRUPTED = [11, 26];

/** The first match gives the reason, in one line for the administrator. */
const REASONS: readonly (readonly [fits: (f: Failure) => boolean, text: (f: Failure) => string])[] = [
  [(f) => EXPLAINED.some((kind) => f.error instanceof kind), (f) => f.message],
  [
    (f) => f.code === "EADDRINUSE",
    (f) =>
      `Port ${f.port} on ${f.host} is already in use. Stop the program that uses it, or set TESSERA_PORT to another port.`,
  ],
  [
    (f) => f.code === "EACCES" && f.syscall === "listen",
    (f) => `Port ${f.port} is reserved. Set TESSERA_PORT to a port above 1023.`,
  ],
  [
    (f) => f.code === "EADDRNOTAVAIL" || (f.code === "ENOTFOUND" && !f.usesPostgres),
    (f) => `TESSERA_HOST ${f.host} isn't an address of this machine.`,
  ],
  [(f) => f.code === "ENOSPC" || storeFailureOf(f.error) === "full", (f) => `No disk space left for ${f.home}.`],
  [
    (f) => UNWRITABLE.includes(f.code) || f.errcode === SQLITE_CANTOPEN || storeFailureOf(f.error) === "read-only",
    (f) => `The folder ${f.home} isn't writable. Set TESSERA_HOME to a writable folder.`,
  ],
  [(f) => SQLITE_CORRUPTED.includes(f.errcode), (f) => `The database in ${f.home} is corrupted (${f.message}).`],
  [
    (f) => f.usesPostgres && (/^([0-9A-Z]{5}|E[A-Z]+)$/.test(f.code) || storeFailureOf(f.error) === "unreachable"),
    (f) => `Can't use the database in TESSERA_DATABASE_URL: ${f.message || f.code}.`,
  ],
];

export function startFailureText(error: unknown, config: Config | undefined): string {
  const { message = "", code = "", errcode = 0, syscall = "" } = error as Partial<Failure>;
  const { host = "", port = 0, home = "" } = config ?? {};
  const failure: Failure = {
    error,
    message,
    code: String(code),
    errcode,
    syscall,
    host,
    port,
    home,
    usesPostgres: config?.databaseUrl !== undefined,
  };
  const reason = REASONS.find(([matches]) => matches(failure));
  if (reason) return reason[1](failure);
  return `The server failed to start: ${error instanceof Error ? error.stack : String(error)}`;
}
