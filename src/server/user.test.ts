import { describe, expect, test } from "vitest";
import { forEachYielding } from "./event-loop.ts";
import { createEvents } from "./events.ts";
import { currentUserKey, runAsUser, userKeyOf } from "./fair-share.ts";
import { parseLossless } from "./lossless-json.ts";
import { anonymousUser, type UserRole, userOf } from "./user.ts";

const role = (name: string, ...pairs: [string, string][]): UserRole => ({ id: 1, name, pairs });
const known = (...roles: UserRole[]) => userOf({ ...anonymousUser(undefined), id: 7, username: "ann", roles });

describe("a user", () => {
  test("has the permissions of their roles, and none with similar names", () => {
    const user = known(role("Gamma", ["can_read", "Chart"]), role("own", ["can_write", "Dashboard info"]));
    expect([user.can("can_read", "Chart"), user.can("can_write", "Dashboard info")]).toEqual([true, true]);
    const others = [
      ["can_write", "Chart"],
      ["can_read", "Dashboard info"],
      ["can_read", "chart"],
      ["constructor", ""],
    ] as const;
    expect(others.map(([permission, view]) => user.can(permission, view))).toEqual([false, false, false, false]);
  });

  test("with a role called Admin in any letter case has every permission, except guests", () => {
    expect(known(role("aDMIN")).can("can_anything", "At all")).toBe(true);
    expect(known(role("Admin 2")).isAdmin).toBe(false);
    const guest = userOf({ ...known(role("Admin")), guest: { dashboards: ["1"], rules: [] } });
    expect([guest.isAdmin, guest.can("can_write", "Chart")]).toEqual([false, false]);
  });

  test("who is anonymous has only the Public role", () => {
    expect(anonymousUser(undefined).can("can_read", "Chart")).toBe(false);
    const visitor = anonymousUser(role("Public", ["can_read", "Chart"]));
    expect([visitor.id, visitor.isAnonymous, visitor.can("can_read", "Chart")]).toEqual([0, true, true]);
  });

  test("is identified by account, visitors by address, and guests by name and address", () => {
    const guest = { ...anonymousUser(undefined), username: "viewer", guest: { dashboards: [], rules: [] } };
    expect([
      userKeyOf(known(), "192.0.2.1"),
      userKeyOf(anonymousUser(undefined), "192.0.2.1"),
      userKeyOf(guest, "192.0.2.1"),
    ]).toEqual(["7", "visitor at 192.0.2.1", "guest viewer at 192.0.2.1"]);
  });
});

test("work runs for the requesting user across awaits", async () => {
  const work = async () => {
    const before = currentUserKey();
    await forEachYielding([1, 2], async () => expect(currentUserKey()).toBe(before));
    return currentUserKey();
  };
  expect(await Promise.all([runAsUser("ann", work), runAsUser("bob", work), work()])).toEqual(["ann", "bob", ""]);
});

test("notifies listeners of a noun about a change, until they unsubscribe", () => {
  const events = createEvents();
  const notified: unknown[] = [];
  const stop = events.onChanged("chart", (id) => notified.push(id));
  events.onChanged("chart", (id) => notified.push(`again ${id}`));
  events.changed("chart", 7);
  events.changed("dashboard", 8);
  stop();
  stop();
  events.changed("chart");
  expect(notified).toEqual([7, "again 7", "again undefined"]);
});

test("keeps every digit when JSON is parsed and serialized", () => {
  const text =
    '{"big":12345678901234567890,"pi":3.14159265358979323846,"neg":-9007199254740993,"short":1.5,"text":"1234567890123456789"}';
  expect(JSON.stringify(parseLossless(text))).toBe(text);
  expect(JSON.stringify(parseLossless('{"a":1.10,"__proto__":{"b":1}}'))).toBe('{"a":1.1,"__proto__":{"b":1}}');
  expect(() => parseLossless("{12345678901234567890")).toThrow(SyntaxError);
});
