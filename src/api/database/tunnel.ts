import { MASK } from "../../connectors/address/secrets.ts";
import type { Connector, TunnelSettings } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { type FieldErrors, invalidFields, typedError } from "../../model/errors.ts";
import type { SshTunnel } from "./contract.ts";

export interface Tunnel {
  server_address: string;
  server_port: number;
  username: string;
  password?: string;
  private_key?: string;
  private_key_password?: string;
  host_key?: string;
}

type Place = Pick<Tunnel, "server_address" | "server_port">;

const SSH_PORT = 22;
const LAST_PORT = 65_535;
const SECRETS = ["password", "private_key", "private_key_password"] as const;

/**
 * The tunnel after a save; masks are replaced by stored secrets. Throws 422 by field. Secrets only go to the server
 * they were entered for, and new secrets accept a new host key.
 */
export function tunnelAfter(input: SshTunnel | null | undefined, stored: Tunnel | null): Tunnel | null {
  if (input === undefined) return stored;
  if (input === null || Object.values(input).every((value) => value === null || value === "")) return null;
  const place = placeAfter(input, stored ?? NOWHERE);
  const known = stored && isSameServer(place, stored) ? stored : null;
  const secrets = secretsAfter(input, known);
  const problems = problemsOf({ ...place, ...secrets });
  if (Object.keys(problems).length > 0) throw invalidFields({ ssh_tunnel: problems }, 422);
  const hostKey = hasNewSecret(input) ? undefined : known?.host_key;
  return { ...place, ...secrets, ...(hostKey ? { host_key: hostKey } : {}) };
}

const NOWHERE = { server_address: "", server_port: SSH_PORT, username: "" };

const placeAfter = (input: SshTunnel, stored: typeof NOWHERE) => ({
  server_address: (input.server_address ?? stored.server_address).trim(),
  server_port: input.server_port ?? stored.server_port,
  username: input.username ?? stored.username,
});

type Secrets = Partial<Pick<Tunnel, (typeof SECRETS)[number]>>;

function secretsAfter(input: SshTunnel, stored: Tunnel | null): Secrets {
  const named = SECRETS.filter((name) => input[name] !== undefined);
  const entries = SECRETS.flatMap((name): [string, string][] => {
    const value = named.length === 0 ? MASK : input[name];
    if (!value) return [];
    if (value !== MASK) return [[name, value]];
    if (stored?.[name]) return [[name, stored[name]]];
    if (named.length === 0) return [];
    throw invalidFields({ ssh_tunnel: { [name]: [t("No stored value. Enter it.")] } }, 422);
  });
  return Object.fromEntries(entries);
}

function problemsOf({ server_address, server_port, username, password, private_key }: Tunnel): FieldErrors {
  const isPort = Number.isInteger(server_port) && server_port > 0 && server_port <= LAST_PORT;
  return {
    ...(server_address === "" ? { server_address: [t("This is a required field")] } : {}),
    ...(/[\s/@]/.test(server_address) ? { server_address: [t("Invalid host name.")] } : {}),
    ...(isPort ? {} : { server_port: [t("The port must be a number from 1 to {last}.", { last: String(LAST_PORT) })] }),
    ...(username === "" ? { username: [t("This is a required field")] } : {}),
    ...(password || private_key ? {} : { password: [t("Enter a password or a private key.")] }),
  };
}

export const isSameServer = (a: Place | null, b: Place | null) =>
  a?.server_address === b?.server_address && a?.server_port === b?.server_port;

export const hasNewSecret = (input: SshTunnel | null | undefined) =>
  SECRETS.some((name) => input?.[name] && input[name] !== MASK);

export function maskedTunnel(tunnel: Tunnel | null): Record<string, string | number> | null {
  if (!tunnel) return null;
  const { host_key: _, ...shown } = tunnel;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, (SECRETS as readonly string[]).includes(name) ? MASK : value]),
  );
}

export function assertSupportsTunnel(connector: Connector, tunnel: Tunnel | null): void {
  if (!tunnel || connector.place === "server") return;
  const message = t("{name} can't be reached through an SSH tunnel.", { name: connector.name });
  throw typedError("GENERIC_COMMAND_ERROR", message, { status: 400, level: "warning" });
}

export const tunnelSettings = (tunnel: Tunnel): TunnelSettings => ({
  host: tunnel.server_address,
  port: tunnel.server_port,
  username: tunnel.username,
  password: tunnel.password,
  privateKey: tunnel.private_key,
  passphrase: tunnel.private_key_password,
  hostKey: tunnel.host_key,
});
