import { promises as dns, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { typedError } from "../model/errors.ts";
import type { App } from "./app.ts";

/**
 * Which hosts the server connects to on behalf of people: databases, and every other address that a user can give. A host
 * is resolved once for each connection, and the connection goes to an address that was found allowed: what a name means a
 * moment later does not matter. Public and private networks are open unless said; loopback, link-local and other special
 * addresses are not, unless `TESSERA_ALLOWED_HOSTS` names them; addresses that tell machines of a cloud their secrets are
 * never.
 */
export interface Reach {
  /** Throws a typed error when the host is not known, or when none of its addresses may be connected to. */
  assertHost(host: string): Promise<void>;
  /** For sockets: as `dns.lookup`, with the allowed addresses only. */
  readonly lookup: LookupFunction;
}

export interface ReachSettings {
  /** Hosts (`db.local`, `*.corp.example`), addresses and networks (`10.0.0.0/8`). */
  allowed: readonly string[];
  privateNetworks: boolean;
  /** What an administrator sets to allow more; `TESSERA_ALLOWED_HOSTS` unless given. */
  setting?: string;
  /** All addresses of a name; the system's resolver unless given. */
  resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

export function reachOf(app: App): Reach {
  return app.once(openReach);
}

/** For webhooks: a host that databases may be connected at has other services too. */
export function webhookReachOf(app: App): Reach {
  return app.once(openWebhookReach);
}

function openWebhookReach({ config }: App): Reach {
  const { webhookHosts: allowed, privateNetworks } = config;
  return createReach({ allowed, privateNetworks, setting: "TESSERA_WEBHOOK_HOSTS" });
}

function openReach({ config }: App): Reach {
  return createReach({ allowed: config.allowedHosts, privateNetworks: config.privateNetworks });
}

/** Services of clouds that hand out credentials to whoever asks. */
const METADATA = ["169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "168.63.129.16"];
const METADATA_6 = ["fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"];
const METADATA_NAMES = /^(?:metadata|instance-data)(?:\.|$)|\.metadata\.|^metadata\.google\.internal$/i;

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];

/** Loopback, link-local, multicast, reserved, and addresses that carry another one inside. */
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

export function createReach({
  allowed,
  privateNetworks,
  setting = "TESSERA_ALLOWED_HOSTS",
  resolve = resolveAll,
}: ReachSettings): Reach {
  const hostRefused = () => refusedUnless(setting);
  const never = networksOf([...METADATA, ...METADATA_6]);
  const closed = networksOf([...SPECIAL, ...(privateNetworks ? [] : PRIVATE)]);
  const opened = networksOf(allowed.filter((entry) => isIP(entry.split("/")[0] ?? "") > 0));
  const names = allowed.filter((entry) => isIP(entry.split("/")[0] ?? "") === 0).map((entry) => entry.toLowerCase());

  const addressesOf = async (given: string): Promise<readonly LookupAddress[]> => {
    const host = given.replace(/\.$/, "").toLowerCase();
    if (METADATA_NAMES.test(host)) throw hostRefused();
    const family = isIP(host);
    const found = family > 0 ? [{ address: host, family }] : await resolve(host);
    const isNamed = names.some((name) => (name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name));
    const may = found.filter((address) => {
      if (holds(never, address)) return false;
      return isNamed || holds(opened, address) || !holds(closed, address);
    });
    if (may.length === 0) throw hostRefused();
    return may;
  };

  return {
    assertHost: async (host) => {
      await addressesOf(host).catch((error: NodeJS.ErrnoException) => {
        throw error.name === "TesseraError" ? error : hostUnknown(error);
      });
    },
    lookup: (host, options, callback) => {
      addressesOf(host).then(
        (found) => {
          const wished = options.family === "IPv4" ? 4 : options.family === "IPv6" ? 6 : options.family;
          const fitting = wished ? found.filter(({ family }) => family === wished) : found;
          const [first] = fitting;
          if (!first)
            return callback(Object.assign(new Error("no address of this kind"), { code: "ENOTFOUND" }), "", 4);
          if (options.all) callback(null, [...fitting]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, "", 4),
      );
    },
  };
}

const resolveAll = (host: string) => dns.lookup(host, { all: true });

function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return list;
}

/** An IPv4 address written as an IPv6 one (`::ffff:127.0.0.1`) is what it stands for. */
const holds = (list: BlockList, { address, family }: LookupAddress) =>
  list.check(address.replace(/%.*$/, ""), family === 6 ? "ipv6" : "ipv4");

const refusedUnless = (setting: string) =>
  typedError(
    "CONNECTION_INVALID_HOSTNAME_ERROR",
    `Connections to this host are not allowed. A server administrator can allow it with ${setting}.`,
    { extra: { invalid: ["host"] } },
  );

const hostUnknown = (cause: unknown) =>
  typedError("CONNECTION_INVALID_HOSTNAME_ERROR", "The hostname provided can't be resolved.", {
    extra: { invalid: ["host"] },
    cause,
  });
