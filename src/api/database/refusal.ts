import { dirname, isAbsolute } from "node:path";
import { parseServerAddress } from "../../connectors/address/address.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError, wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { egressPolicyOf, normalizedHost } from "../../server/egress-policy.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { User } from "../../server/user.ts";
import { assertConnectionAllowed, type Target } from "./connection.ts";
import { allowableFolder, fileOf, folderOf, withinHome } from "./file-place.ts";

/** What an administrator could allow, `allow` in the `extra` of errors. */
export interface Allowable {
  kind: "host" | "folder";
  location: string;
}

/**
 * For callers who may connect databases: errors about blocked hosts and folders name them, and what could be allowed.
 * Others see the error without names.
 */
export async function withNamedRefusals<T>(actor: Actor, target: Target, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw (await namedRefusal(actor, target, error)) ?? error;
  }
}

/** Throws what saving the database would throw. Hosts that don't resolve pass. */
export async function assertMayConnect({ app, user }: Connecting, target: Target): Promise<void> {
  const check = () => assertConnectionAllowed(app, target);
  await (user ? withNamedRefusals({ app, user }, target, check) : check());
}

/** The command line has no user. */
export interface Connecting {
  app: App;
  user: User | null;
}

export async function namedRefusal(
  { app, user }: Actor,
  target: Target,
  error: unknown,
): Promise<TesseraError | undefined> {
  const [first] = wireErrorsOf(error);
  const blocked = first?.extra?.blocked;
  if (!first || (blocked !== "host" && blocked !== "folder")) return undefined;
  const ofFolder = () => (user.isAdmin ? ofRealFolder(app, target) : ofTypedFolder(target));
  const found = blocked === "host" ? await ofHost(app, target) : ofFolder();
  if (!found) return undefined;
  const { message, allow } = found;
  const extra = { ...first.extra, ...(allow ? { allow } : {}) };
  const status = error instanceof TesseraError ? error.status : undefined;
  return typedError(first.error_type, message, { extra, cause: error, ...(status ? { status } : {}) });
}

interface Named {
  message: string;
  allow?: Allowable | undefined;
}

async function ofHost(app: App, { uri, tunnel }: Target): Promise<Named> {
  const host = normalizedHost(tunnel?.server_address ?? hostOf(uri));
  const networks = await egressPolicyOf(app).restrictedNetworks(host);
  const message = networks.some(isOwnMachine)
    ? t(
        "{host} is the server's own machine, so connections to it are blocked. An administrator can allow it under Connection rules.",
        { host },
      )
    : t(
        "The address of {host} is private or reserved, so connections to it are blocked. An administrator can allow this host under Connection rules.",
        { host },
      );
  return { message, allow: { kind: "host", location: host } };
}

export const hostOf = (uri: string) => parseServerAddress({ uri, timeoutMs: 0 }, 1).host;

const isOwnMachine = (network: string) => /^(127\.|0\.|::\/96$|::1?$|::ffff:127\.)/.test(network);

/** The same whether the folder exists or not, so that those who can't allow it learn nothing about the server's files. */
function ofTypedFolder({ uri }: Target): Named | undefined {
  const file = fileOf(uri);
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const message = t(
    "{folder} isn't an allowed folder. Put the file in the server's home folder, or ask an administrator to allow the folder under Connection rules.",
    { folder },
  );
  return { message, ...(isAbsolute(folder) ? { allow: { kind: "folder", location: folder } } : {}) };
}

function ofRealFolder(app: App, { uri }: Target): Named | undefined {
  const { home } = app.config;
  const file = fileOf(withinHome(uri, home));
  if (file === undefined) return undefined;
  const folder = folderOf(file);
  if (folder === undefined) return { message: t("The server has no such folder.") };
  try {
    const location = allowableFolder(folder, home);
    const message = t(
      "{folder} isn't an allowed folder. Put the file in {home}, or ask an administrator to allow the folder under Connection rules.",
      { folder, home },
    );
    return { message, allow: { kind: "folder", location } };
  } catch {
    return { message: t("Files in that folder can't be databases. Put the file in {home}.", { home }) };
  }
}
