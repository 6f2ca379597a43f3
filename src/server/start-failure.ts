import { type Config, ConfigError } from "./config.ts";
import { storeFailureOf } from "./store/failures.ts";
import { HomeInUseError } from "./store/home-lock.ts";
import { StoreTooNewError } from "./store/migrate.ts";

/** Why the server did not start, in one line for the person who started it; a stack only for what nobody expects. */
export function startFailureText(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError || error instanceof HomeInUseError) return error.message;
  if (error instanceof StoreTooNewError) return `${error.message} Start that version, or use another TESSERA_HOME.`;
  const { code, errcode } = error as { code?: string; errcode?: number };
  const home = config?.home ?? "";
  if (code === "EADDRINUSE") {
    return `Port ${config?.port} on ${config?.host} is in use. Stop what uses it, or set TESSERA_PORT to another port.`;
  }
  if (code === "EACCES" && isPort(error))
    return `Port ${config?.port} is reserved. Set TESSERA_PORT to a port above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `TESSERA_HOST ${config?.host} is not an address of this machine.`;
  if (isReadOnly(code, error) || errcode === 14)
    return `The folder ${home} cannot be written. Set TESSERA_HOME to a folder that can.`;
  if (code === "ENOSPC" || storeFailureOf(error) === "full") return `The disk that holds ${home} is full.`;
  if (errcode === 26 || errcode === 11) return `The store in ${home} is damaged (${String((error as Error).message)}).`;
  if (config?.databaseUrl !== undefined && isDatabaseRefusal(error)) {
    return `The database of TESSERA_DATABASE_URL cannot be used: ${(error as Error).message || code}.`;
  }
  return `The server could not start: ${error instanceof Error ? error.stack : String(error)}`;
}

const UNWRITABLE = new Set(["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "ENOENT"]);

function isReadOnly(code: string | undefined, error: unknown): boolean {
  if (code && UNWRITABLE.has(code)) return !isPort(error);
  return storeFailureOf(error) === "read-only";
}

/** Listening on a privileged port is refused with the same code as writing a file. */
function isPort(error: unknown): boolean {
  return (error as { syscall?: string }).syscall === "listen";
}

function isDatabaseRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return storeFailureOf(error) === "unreachable" || (typeof code === "string" && /^([0-9A-Z]{5}|E[A-Z]+)$/.test(code));
}
