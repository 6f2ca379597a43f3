import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv6 } from "node:net";
import type { User } from "./user.ts";

const working = new AsyncLocalStorage<string>();

/** Does work for a person, so that what people share can be shared fairly. */
export const workingFor = <Result>(person: string, work: () => Result): Result => working.run(person, work);

/** The key that a caller's share is counted by. Visitors and guests have no account and count by address and guest name. */
export function personOf({ id, username, guest }: Pick<User, "id" | "username" | "guest">, address: string): string {
  if (guest) return `guest ${username} at ${address}`;
  return id > 0 ? String(id) : `visitor at ${address}`;
}

/** For whom this is done; the same for all that nobody asked for. */
export const personNow = (): string => working.getStore() ?? "";

/** What one client is counted by: an IPv4 address, or the /64 of an IPv6 address, of which a client has all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  const [head = "", tail] = bare.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":").length + (tail.includes(".") ? 1 : 0) : 0;
  const zeros = tail === undefined ? 0 : 8 - groups.length - after;
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
