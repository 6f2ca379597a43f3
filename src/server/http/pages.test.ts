import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { readConfig } from "../config/config.ts";
import { shellPage } from "./pages.ts";

const HEAD = '<!doctype html><head><script type="module" src="/static/assets/index-abc123.js"></script>';
const BODY = '</head><body><div id="app"></div>';
const END = "</body></html>";
const SHELL = HEAD + BODY + END;
const MANIFEST = {
  "index.html": { file: "assets/index-abc123.js", imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-1.js", name: "shared" },
  "_grid.js": { file: "assets/grid-1.js", name: "grid", imports: ["_shared.js"], css: ["assets/grid-1.css"] },
  "_dashboard.js": { file: "assets/dashboard-1.js", name: "dashboard", imports: ["_grid.js", "index.html"] },
};
const SCRIPT = "console.log('hello');".repeat(50);

let web: string;
let server: TestServer;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), "tessera-web-"));
  mkdirSync(join(web, "assets"));
  writeFileSync(join(web, "index.html"), SHELL);
  mkdirSync(join(web, ".vite"));
  writeFileSync(join(web, ".vite", "manifest.json"), JSON.stringify(MANIFEST));
  writeFileSync(join(web, "assets", "index-abc123.js"), SCRIPT);
  writeFileSync(join(web, "assets", "index-abc123.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(web, "secret.key"), "secret");
  writeFileSync(join(web, "logo.svg"), "<svg/>");
  server = await startTestServer({ config: { webFolder: web } });
});
afterAll(async () => {
  await server.stop();
  rmSync(web, { recursive: true, force: true });
});

const page = (path: string, headers: Record<string, string> = {}) =>
  server.anonymous.fetch(path, { headers: { accept: "text/html,*/*", ...headers } });

function carriedIn(text: string): Record<string, unknown> {
  const elements = text.matchAll(/<script type="application\/json" data-answer="([^"]+)">(.*?)<\/script>/gs);
  return Object.fromEntries([...elements].map(([, address, json = ""]) => [address, JSON.parse(json)]));
}

test("a page includes the system themes and their background color", async () => {
  const admin = await server.as("admin");
  const mark = async (name: string, json_data: string, path: string) => {
    const created = await admin.post<{ id: number }>("/api/v1/theme/", { theme_name: name, json_data });
    await admin.put(`/api/v1/theme/${created.body.id}/${path}`);
  };
  const html = async () => String((await shellPage(server.app)).body);
  expect(await html()).not.toContain("system-themes");
  await mark("Sand", '{"token":{"colorBgLayout":"#fff8f0"}}', "set_system_default");
  await mark("Night", '{"algorithm":"dark","token":{"fontFamily":"Inter"}}', "set_system_dark");
  const themed = await html();
  expect(carriedIn(themed)["system-themes"]).toEqual({
    light: '{"token":{"colorBgLayout":"#fff8f0"}}',
    dark: '{"algorithm":"dark","token":{"fontFamily":"Inter"}}',
  });
  expect(themed).toContain("@media (prefers-color-scheme:light){:root{background:#fff8f0}}");
  expect(themed).toContain("@media (prefers-color-scheme:dark){:root{background:#101114}}");
  for (const path of ["unset_system_default", "unset_system_dark"]) await admin.delete(`/api/v1/theme/${path}`);
  expect(await html()).not.toContain("system-themes");
});

test("a page starts in the chosen color mode, whatever the device's", async () => {
  const ground = "<style>html{background:#fff}@media (prefers-color-scheme: dark){html{background:#000}}</style>";
  const scheme = '<meta name="color-scheme" content="light dark" />';
  writeFileSync(join(web, "index.html"), SHELL.replace("<head>", `<head>${scheme}${ground}`));
  const { cookie } = await server.as("gamma");
  const seenBy = async (chosen: string) => (await page("/", { cookie: cookie + chosen })).text();
  expect(await seenBy("; tessera_appearance=dark")).toContain("@media all{html{background:#000}}");
  expect(await seenBy("; tessera_appearance=dark")).toContain('content="dark"');
  expect(await seenBy("; tessera_appearance=light")).toContain("@media not all{html{background:#000}}");
  for (const chosen of ["", "; tessera_appearance=</style>"])
    expect(await seenBy(chosen)).toContain(`${scheme}${ground}`);
  writeFileSync(join(web, "index.html"), SHELL);
});

describe("pages", () => {
  test.each(["/", "/superset/welcome/", "/dashboard/list/", "/explore/?slice_id=1"])(
    "%s returns the shell with the signed-in user's data",
    async (path) => {
      const { cookie } = await server.as("gamma");
      const response = await page(path, { cookie });
      const text = await response.text();
      expect([response.status, text.startsWith(HEAD + BODY), text.endsWith(END)]).toEqual([200, true, true]);
      const me = await server.anonymous.fetch("/api/v1/me/roles/", { headers: { cookie } });
      expect(carriedIn(text)).toEqual({ "/api/v1/me/roles/": await me.json() });
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  test("a dashboard's page safely embeds its responses and links its chunks", async () => {
    const admin = await server.as("admin");
    const title = "</script><script>alert(1)</script><!-- & \u2028";
    const { body } = await admin.post<{ id: number }>("/api/v1/dashboard/", {
      dashboard_title: title,
      published: true,
    });
    const text = await (await page(`/superset/dashboard/${body.id}/`, { cookie: admin.cookie })).text();
    const address = `/api/v1/dashboard/${body.id}`;
    const answers = await Promise.all(
      [address, `${address}/charts`, `${address}/datasets`].map(async (one) => [one, (await admin.get(one)).body]),
    );
    expect(carriedIn(text)).toMatchObject(Object.fromEntries(answers));
    expect(text.match(/<script/g)).toHaveLength(7);
    expect(text).not.toContain("alert(1)</script>");
    const loaded = [...text.slice(0, text.indexOf("</head>")).matchAll(/<(link|script)[^>]*(?:href|src)="([^"]+)"/g)];
    expect(loaded.map(([, element, address]) => `${element} ${address}`)).toEqual([
      "link /static/assets/grid-1.css",
      "script /static/assets/dashboard-1.js",
      "script /static/assets/grid-1.js",
      "script /static/assets/index-abc123.js",
    ]);
  });

  test("a page embeds no response that the API would reject", async () => {
    const { cookie } = await server.as("gamma");
    const text = await (await page("/superset/dashboard/99/", { cookie })).text();
    expect(Object.keys(carriedIn(text))).toEqual(["/api/v1/me/roles/"]);
    const signInPage = await (await page(`/login/?next=/superset/dashboard/1/`)).text();
    expect(carriedIn(signInPage)).toEqual({ "/api/v1/me/roles/": { result: { isAnonymous: true, roles: {} } } });
  });

  test("visitors get the Public role's permissions, without those on single objects", async () => {
    const { db, events } = server.app;
    const { id } = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    await db
      .insertInto("role_permissions")
      .values([
        { role_id: id, permission: "can_read", view: "Dashboard" },
        { role_id: id, permission: "datasource_access", view: "[sales].[salaries](id:7)" },
      ])
      .execute();
    events.changed("role");
    const text = await (await page("/superset/dashboard/99/")).text();
    await db.deleteFrom("role_permissions").where("role_id", "=", id).execute();
    events.changed("role");
    expect(carriedIn(text)["/api/v1/me/roles/"]).toMatchObject({
      result: { isAnonymous: true, userId: 0, roles: { Public: [["can_read", "Dashboard"]] } },
    });
  });

  test("anonymous users are redirected to the sign-in page and back", async () => {
    const response = await page("/explore/?slice_id=1");
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      "/login/?next=%2Fexplore%2F%3Fslice_id%3D1",
    ]);
    const login = await page("/login/");
    expect([login.status, (await login.text()).startsWith(HEAD + BODY)]).toEqual([200, true]);
  });

  test("only a standalone shared chart can be framed", async () => {
    const { cookie } = await server.as("gamma");
    const framing = async (path: string) => {
      const { headers } = await page(path, { cookie });
      const [, ancestors] = /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy") ?? "") ?? [];
      return [ancestors, headers.get("x-frame-options")];
    };
    expect(await framing("/superset/explore/p/abc/?standalone=1")).toEqual(["*", null]);
    expect(await framing("/superset/explore/p/abc/")).toEqual(["'none'", "DENY"]);
    expect(await framing("/explore/?slice_id=1&standalone=1")).toEqual(["'none'", "DENY"]);
    expect(await framing("/superset/welcome/?next=/superset/explore/p/abc/?standalone=1")).toEqual(["'none'", "DENY"]);
  });

  test("programs get a 404 for page addresses", async () => {
    const { cookie } = await server.as("gamma");
    const response = await page("/nothing", { cookie, accept: "application/json" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ errors: [{ error_type: "GENERIC_BACKEND_ERROR" }] });
    expect((await page("/api/v1/nothing", { cookie })).status).toBe(404);
  });
});

describe("/static/", () => {
  test("clients that accept anything get the page after signing in, but no page for an API call", async () => {
    const { cookie } = await server.as("admin");
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await server.anonymous.fetch(path, { redirect: "manual", headers: { accept: "*/*", ...headers } })).status;
    for (const path of [
      "/",
      "/superset/welcome/",
      "/superset/dashboard/1/",
      "/dashboard/list/",
      "/explore/?slice_id=1",
    ]) {
      expect([path, await statusOf(path, { cookie })]).toEqual([path, 200]);
      expect([path, await statusOf(path, {})]).toEqual([path, 302]);
      expect([path, await statusOf(path, { cookie, accept: "application/json" })]).toEqual([path, 404]);
    }
    for (const path of ["/superset/sql_json/", "/api/v1/nothing", "/static/nothing", "/superset/dashboard/1/nothing"]) {
      expect([path, await statusOf(path, { cookie })]).toEqual([path, 404]);
    }
  });

  test("hashed files are cached forever and compressed as accepted", async () => {
    const response = await page("/static/assets/index-abc123.js", { "accept-encoding": "identity" });
    expect(await response.text()).toBe(SCRIPT);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const packed = await new Promise<string | undefined>((resolve) => {
      get(`${server.url}/static/assets/index-abc123.js`, { headers: { "accept-encoding": "gzip, br" } }, (answer) => {
        answer.resume();
        resolve(answer.headers["content-encoding"]);
      });
    });
    expect(packed).toBe("gzip");
    expect((await page("/static/logo.svg")).headers.get("cache-control")).toBe("no-cache");
  });

  test.each([
    "/static/assets/missing.js",
    "/static/index.html",
    "/static/assets/",
    "/static/..%2f..%2fetc%2fpasswd",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/assets/..%5c..%5csecret.key",
    "/static/.vite/manifest.json",
    "/static/assets%00.js",
  ])("%s isn't found", async (path) => {
    const { status, body } = await server.anonymous.get<string>(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).not.toContain("root:");
  });
});

test("without a build the page explains how to build it", async () => {
  rmSync(join(web, "index.html"));
  const response = await page("/login/");
  expect([response.status, await response.text()]).toEqual([
    503,
    "The web interface isn't built yet. Run: npm run build\n",
  ]);
});

test("the page contains the configured request timeout", async () => {
  const { limits } = readConfig({ TESSERA_WEB_TIMEOUT: "7" }, "/");
  expect([limits.webTimeoutMs, readConfig({}, "/").limits.webTimeoutMs]).toEqual([7000, 60_000]);
  expect(() => readConfig({ TESSERA_WEB_TIMEOUT: "soon" }, "/")).toThrow("TESSERA_WEB_TIMEOUT must be a whole number");
  const page = mkdtempSync(join(tmpdir(), "tessera-page-"));
  writeFileSync(join(page, "index.html"), SHELL);
  const { body } = await shellPage({ ...server.app, config: { ...server.app.config, webFolder: page, limits } });
  rmSync(page, { recursive: true });
  expect(String(body)).toContain('<meta name="web-timeout" content="7000" />');
});

test("the page lists disabled chart types, but never the table", async () => {
  const { disabledChartTypes } = readConfig({ TESSERA_VIZ_TYPE_DENYLIST: 'pie, table,"><script>' }, "/");
  expect(disabledChartTypes).toEqual(["pie", '"><script>']);
  const page = mkdtempSync(join(tmpdir(), "tessera-page-"));
  writeFileSync(join(page, "index.html"), SHELL);
  const config = { ...server.app.config, webFolder: page, disabledChartTypes };
  const { body } = await shellPage({ ...server.app, config });
  rmSync(page, { recursive: true });
  expect(String(body)).toContain('<meta name="chart-types-off" content="pie,&quot;>&lt;script>" />');
});
