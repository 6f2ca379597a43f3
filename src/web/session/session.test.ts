import { afterEach, describe, expect, test } from "vitest";
import { create } from "../../api/dashboard/contract.ts";
import { serve } from "../../testing/network.ts";
import { call } from "../client/client.ts";
import { can, isAdmin, isVisitor, loadSession, safeNext, signIn, signInAddress, useSession } from "./session.ts";

const USER = {
  userId: 1,
  username: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  isAnonymous: false,
  roles: { Alpha: [["can_read", "Chart"]], Gamma: [["can_write", "Dashboard"]] },
};

afterEach(() => useSession.setState({ kind: "loading" }, true));

describe("the session", () => {
  test("has the permissions of all roles", async () => {
    serve({ "GET /api/v1/me/roles/": { body: { result: USER } } });
    await loadSession();
    expect(useSession.getState().kind).toBe("signed-in");
    expect(can("can_read", "Chart")).toBe(true);
    expect(can("can_write", "Dashboard")).toBe(true);
    expect(can("can_write", "Chart")).toBe(false);
    expect(isAdmin()).toBe(false);
  });

  test("is anonymous on 401", async () => {
    serve({ "GET /api/v1/me/roles/": { status: 401, body: { msg: "Missing Authorization Header" } } });
    await loadSession();
    expect(useSession.getState()).toEqual({ kind: "anonymous" });
    expect(can("can_read", "Chart")).toBe(false);
  });

  test("of a visitor exists if the public role has permissions, and doesn't end", async () => {
    const anonymous = { ...USER, userId: 0, username: "", isAnonymous: true };
    serve({ "GET /api/v1/me/roles/": { body: { result: { ...anonymous, roles: { Public: [] } } } } });
    await loadSession();
    expect(useSession.getState()).toEqual({ kind: "anonymous" });
    const requests = serve({
      "GET /api/v1/me/roles/": { body: { result: { ...anonymous, roles: { Public: [["can_read", "Chart"]] } } } },
      "POST /api/v1/dashboard/": { status: 401, body: { msg: "Missing Authorization Header" } },
    });
    await loadSession();
    expect([isVisitor(), can("can_read", "Chart")]).toEqual([true, true]);
    await expect(call(create, { body: { dashboard_title: "Mine" } })).rejects.toMatchObject({ status: 401 });
    expect(useSession.getState()).toMatchObject({ kind: "signed-in", ended: false });
    expect(requests.map(({ path }) => path)).not.toContain("/api/v1/security/csrf_token/");
  });

  test("keeps other errors to show them", async () => {
    serve({ "GET /api/v1/me/roles/": { status: 500, body: { message: "Fatal error" } } });
    await loadSession();
    expect(useSession.getState()).toMatchObject({ kind: "error", error: { message: "Fatal error" } });
  });

  test("starts with username and password", async () => {
    const requests = serve({
      "POST /login/": { body: { result: { next: "/" } } },
      "GET /api/v1/me/roles/": { body: { result: USER } },
    });
    await signIn("ada", "secret");
    expect(requests[0]?.body).toEqual({ username: "ada", password: "secret" });
    expect(useSession.getState().kind).toBe("signed-in");
  });

  test("keeps its user when it ends, so that the page stays", async () => {
    serve({ "GET /api/v1/me/roles/": { body: { result: USER } } });
    await loadSession();
    serve({ "POST /login/": { status: 401, body: { message: "Not authorized" } } });
    await expect(signIn("ada", "wrong")).rejects.toMatchObject({ status: 401 });
    expect(useSession.getState()).toMatchObject({ kind: "signed-in", ended: true, user: { username: "ada" } });
  });
});

describe("where to go after signing in", () => {
  const origin = "https://tessera.example";
  test.each([
    ["/dashboard/list/?pageIndex=2#x", "/dashboard/list/?pageIndex=2#x"],
    [null, "/superset/welcome/"],
    ["", "/superset/welcome/"],
    ["https://evil.example/x", "/superset/welcome/"],
    ["//evil.example/x", "/superset/welcome/"],
    ["/\\evil.example", "/superset/welcome/"],
    ["/.//evil.example", "/superset/welcome/"],
    ["/a/..//evil.example", "/superset/welcome/"],
    ["/%2e//evil.example", "/superset/welcome/"],
    ["/\t/evil.example", "/superset/welcome/"],
    ["https://tessera.example//evil.example", "/superset/welcome/"],
    ["/logout?next=/", "/superset/welcome/"],
    ["javascript:alert(1)", "/superset/welcome/"],
    ["/login/?next=/", "/superset/welcome/"],
    ["/logout/", "/superset/welcome/"],
    ["https://tessera.example/chart/list/", "/chart/list/"],
  ])("%s leads to %s", (next, path) => {
    expect(safeNext(next, origin)).toBe(path);
  });

  test("is passed to the sign-in page, except Home", () => {
    expect(signInAddress("/chart/list/?a=1")).toBe("/login/?next=%2Fchart%2Flist%2F%3Fa%3D1");
    expect(signInAddress("/")).toBe("/login/");
  });
});
