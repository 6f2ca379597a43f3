import { promises as dns, type LookupAddress } from "node:dns";
import { type BlockList, isIP, type LookupFunction } from "node:net";
import { t } from "../i18n/translate.ts";
import { typedError } from "../model/errors.ts";
import { type AllowedHost, allowedLocations } from "./allowed-locations.ts";
import type { App } from "./app.ts";
import { contains as holds, networksOf } from "./networks.ts";

/**
 * Which hosts the server connects to on behalf of users (SSRF protection). A host is resolved once per connection, and
 * the connection uses the address that was checked, so DNS rebinding has no effect. Public and private networks are
 * allowed by default. Loopback, link-local and other special addresses need `TESSERA_ALLOWED_HOSTS`, or an administrator
 * who allows the host. Cloud metadata addresses are always blocked.
 */
export interface EgressPolicy {
  /** Throws a typed error when the host is unknown or none of its addresses is allowed. */
  assertHost(host: string): Promise<void>;
  /** Like `dns.lookup`, but returns only allowed addresses. */
  readonly lookup: LookupFunction;
  /**
   * The networks in which the host must be allowed to be reached; empty if it already is. Throws a typed error for an
   * unknown host and for metadata addresses.
   */
  restrictedNetworks(host: string): Promise<readonly string[]>;
}

export interface EgressSettings {
  /** Hosts (`db.local`, `*.corp.example`), addresses and networks (`10.0.0.0/8`). */
  allowed: readonly string[];
  privateNetworks: boolean;
  /** Hosts that administrators allowed. */
  stored?: () => Promise<readonly AllowedHost[]>;
  setting?: string;
  resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** Of connections to databases. */
export function egressPolicyOf(app: App): EgressPolicy {
  return app.once(createDatabasePolicy);
}

/** What administrators allow for databases is for nothing else. */
export function apiEgressPolicyOf(app: App): EgressPolicy {
  return app.once(createApiPolicy);
}

/** Separate from databases, because an allowed database host may run other services too. */
export function webhookEgressPolicyOf(app: App): EgressPolicy {
  return app.once(createWebhookPolicy);
}

function createWebhookPolicy({ config }: App): EgressPolicy {
  const { webhookHosts: allowed, privateNetworks } = config;
  return createEgressPolicy({ allowed, privateNetworks, setting: "TESSERA_WEBHOOK_HOSTS" });
}

function createDatabasePolicy(app: App): EgressPolicy {
  const { allowedHosts: allowed, privateNetworks } = app.config;
  return createEgressPolicy({ allowed, privateNetworks, stored: async () => (await allowedLocations(app)).hosts });
}

function createApiPolicy({ config }: App): EgressPolicy {
  const { allowedHosts: allowed, privateNetworks } = config;
  return createEgressPolicy({ allowed, privateNetworks, setting: "TESSERA_ALLOWED_HOSTS" });
}

const METADATA = ["169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "168.63.129.16"];
const METADATA_6 = ["fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"];
const METADATA_NAMES = /^(?:metadata|instance-data)(?:\.|$)|\.metadata\.|^metadata\.google\.internal$/i;

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];

const SPECIAL = [
  "0.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

const NONE: readonly AllowedHost[] = [];

export function createEgressPolicy({
  allowed,
  privateNetworks,
  stored,
  setting,
  resolve = resolveAll,
}: EgressSettings): EgressPolicy {
  const refused = (isMetadata: boolean) => (isMetadata ? metadataError() : notAllowedError(setting));
  const blocked = networksOf([...METADATA, ...METADATA_6]);
  const specialNetworks = [...SPECIAL, ...(privateNetworks ? [] : PRIVATE)];
  const restricted = networksOf(specialNetworks);
  const permitted = networksOf(allowed.filter((entry) => isIP(entry.split("/")[0] ?? "") > 0));
  const names = allowed.filter((entry) => isIP(entry.split("/")[0] ?? "") === 0).map((entry) => entry.toLowerCase());
  const isNamed = (host: string) =>
    names.some((name) => (name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name));

  const resolved = async (host: string): Promise<readonly LookupAddress[]> => {
    if (METADATA_NAMES.test(host)) throw refused(true);
    const family = isIP(host);
    const addresses = family > 0 ? [{ address: host, family }] : await resolve(host);
    const possible = addresses.filter((address) => !contains(blocked, address));
    if (possible.length === 0) throw refused(true);
    return possible;
  };

  const restrictedOf = (host: string, addresses: readonly LookupAddress[]) =>
    isNamed(host) ? [] : addresses.filter((address) => contains(restricted, address) && !contains(permitted, address));

  const addressesOf: Addresses = async (hostname) => {
    const host = normalizedHost(hostname);
    const addresses = await resolved(host);
    const needed = new Set(restrictedOf(host, addresses));
    if (needed.size === 0) return addresses;
    const hosts = stored ? await stored() : NONE;
    const own = networksOf(hosts.filter((each) => each.host === host).flatMap(({ networks }) => networks));
    const allowedAddresses = addresses.filter((address) => !needed.has(address) || contains(own, address));
    if (allowedAddresses.length === 0) throw refused(false);
    return allowedAddresses;
  };

  return {
    assertHost: async (host) => {
      await addressesOf(host).catch(throwTyped);
    },
    restrictedNetworks: async (hostname) => {
      const host = normalizedHost(hostname);
      const needed = restrictedOf(host, await resolved(host).catch(throwTyped));
      if (isIP(host) > 0) return needed.map(({ address }) => address);
      return specialNetworks.filter((network) => needed.some((address) => contains(networksOf([network]), address)));
    },
    lookup: lookupAmong(addressesOf),
  };
}

type Addresses = (host: string) => Promise<readonly LookupAddress[]>;

const lookupAmong =
  (addressesOf: Addresses): LookupFunction =>
  (host, options, callback) => {
    addressesOf(host).then(
      (addresses) => {
        const required = options.family === "IPv4" ? 4 : options.family === "IPv6" ? 6 : options.family;
        const matching = required ? addresses.filter(({ family }) => family === required) : addresses;
        const [first] = matching;
        if (!first) return callback(Object.assign(new Error("no address of this kind"), { code: "ENOTFOUND" }), "", 4);
        if (options.all) callback(null, [...matching]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 4),
    );
  };

/** As stored and compared: lowercase, without the root's dot. */
export const normalizedHost = (host: string) => host.replace(/\.$/, "").toLowerCase();

const resolveAll = (host: string) => dns.lookup(host, { all: true });

const contains = (list: BlockList, { address }: LookupAddress) => holds(list, address);

/** `blocked`: what an administrator can allow. The message names no host, because chart viewers may see it. */
function notAllowedError(setting: string | undefined) {
  const message = setting
    ? t("Connections to this host are not allowed. A server administrator can allow it with {setting}.", { setting })
    : t("Connections to this host are not allowed. An administrator can allow it under Connection rules.");
  const extra = { invalid: ["host"], ...(setting ? {} : { blocked: "host" }) };
  return typedError("CONNECTION_INVALID_HOSTNAME_ERROR", message, { extra });
}

const metadataError = () =>
  typedError(
    "CONNECTION_INVALID_HOSTNAME_ERROR",
    t("Connections to this host are not allowed: it hands out the credentials of a cloud server. It can't be allowed."),
    { extra: { invalid: ["host"] } },
  );

function throwTyped(error: NodeJS.ErrnoException): never {
  throw error.name === "TesseraError" ? error : unknownHostError(error);
}

const unknownHostError = (cause: unknown) =>
  typedError("CONNECTION_INVALID_HOSTNAME_ERROR", t("The hostname provided can't be resolved."), {
    extra: { invalid: ["host"] },
    cause,
  });
