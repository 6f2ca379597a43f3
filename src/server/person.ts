import { AsyncLocalStorage } from "node:async_hooks";
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
