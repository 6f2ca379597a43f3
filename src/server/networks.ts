import { BlockList, isIP } from "node:net";

/** `entries`: addresses and networks (`10.0.0.0/8`). */
export function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const type = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return list;
}

/** `BlockList` treats IPv4-mapped IPv6 addresses (`::ffff:127.0.0.1`) as the IPv4 address. */
export const contains = (list: BlockList, address: string): boolean =>
  list.check(address.replace(/%.*$/, ""), isIP(address) === 6 ? "ipv6" : "ipv4");
