import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv6 } from "node:net";
import type { User } from "./user.ts";

const currentUser = new AsyncLocalStorage<string>();

/** Attributes work to a user, so that shared resources can be divided fairly. */
export const runAsUser = <Result>(userKey: string, work: () => Result): Result => currentUser.run(userKey, work);

/** Visitors and guests have no account, so they are told apart by address and guest name. */
export function userKeyOf({ id, username, guest }: Pick<User, "id" | "username" | "guest">, address: string): string {
  if (guest) return `guest ${username} at ${address}`;
  return id > 0 ? String(id) : `visitor at ${address}`;
}

/** Empty for work that no user requested. */
export const currentUserKey = (): string => currentUser.getStore() ?? "";

/** Identifies a client: an IPv4 address, or the /64 of an IPv6 address, since a client usually has all of it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ""] = address.split("%");
  if (!isIPv6(withoutZone)) return address;
  const [head = "", tail] = withoutZone.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const trailing = tail ? tail.split(":").length + (tail.includes(".") ? 1 : 0) : 0;
  const zeros = tail === undefined ? 0 : 8 - groups.length - trailing;
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
