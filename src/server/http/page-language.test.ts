import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const SCRIPT = '<script type="module" src="/static/assets/index-1.js"></script>';
const MANIFEST = {
  "index.html": { file: "assets/index-1.js" },
  "messages-de-app.js": { file: "assets/messages-de-app-1.js" },
  "messages-de-charts.js": { file: "assets/messages-de-charts-1.js" },
  "messages-de-dashboard.js": { file: "assets/messages-de-dashboard-1.js" },
  "messages-ar-app.js": { file: "assets/messages-ar-app-1.js" },
  "messages-en-XA-app.js": { file: "assets/messages-en-XA-app-1.js" },
};

let web: string;
let server: TestServer;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), "tessera-web-"));
  mkdirSync(join(web, ".vite"));
  writeFileSync(join(web, "index.html"), `<html lang="en" dir="ltr"><head></head><body>${SCRIPT}</body></html>`);
  writeFileSync(join(web, ".vite", "manifest.json"), JSON.stringify(MANIFEST));
  server = await startTestServer({ config: { webFolder: web } });
});
afterAll(async () => {
  await server.stop();
  rmSync(web, { recursive: true, force: true });
});

async function pageIn(language: string, path = "/login/"): Promise<string> {
  const headers = { accept: "text/html", "accept-language": language };
  const visitor = path === "/login/" ? server.anonymous : await server.as("admin");
  return (await visitor.fetch(path, { headers })).text();
}

const htmlTag = (page: string) => /<html[^>]*>/.exec(page)?.[0];
const catalogsIn = (page: string) =>
  [...page.matchAll(/<script defer crossorigin src="\/static\/assets\/(messages-[\w-]+)-1\.js">/g)].map(
    ([, name]) => name,
  );

test("a page is in the browser's language, and loads its catalog before its code", async () => {
  const page = await pageIn("de-AT,de;q=0.9,en;q=0.8");
  expect(htmlTag(page)).toMatch(/^<html lang="de" dir="ltr" data-messages="{&quot;app&quot;:/);
  expect(catalogsIn(page)).toEqual(["messages-de-app"]);
  expect(page.indexOf('messages-de-app-1.js">')).toBeLessThan(page.indexOf(SCRIPT));
});

test("a user's chosen language takes precedence over the browser's, until they reset it", async () => {
  const admin = await server.as("admin");
  await admin.put("/api/v1/me/", { language: "ar" });
  expect(htmlTag(await pageIn("de", "/superset/welcome/"))).toContain('lang="ar" dir="rtl"');
  expect((await admin.get("/api/v1/me/roles/")).body).toMatchObject({ result: { language: "ar" } });
  await admin.put("/api/v1/me/", { language: null });
  expect(htmlTag(await pageIn("de", "/superset/welcome/"))).toContain('lang="de" dir="ltr"');
  expect((await admin.put("/api/v1/me/", { language: "xx" })).status).toBe(400);
});

test("Arabic and the mirrored pseudo-language are right to left, and the latter uses the other pseudo-language's texts", async () => {
  expect(htmlTag(await pageIn("ar"))).toContain('<html lang="ar" dir="rtl"');
  const mirrored = await pageIn("en-XB");
  expect(htmlTag(mirrored)).toContain('<html lang="en-XB" dir="rtl"');
  expect(catalogsIn(mirrored)).toEqual(["messages-en-XA-app"]);
});

test("a page in English loads no catalog", async () => {
  const page = await pageIn("en-GB,de;q=0.5");
  expect(htmlTag(page)).toBe('<html lang="en" dir="ltr">');
  expect(catalogsIn(page)).toEqual([]);
});

test("a dashboard page loads the catalogs of the parts that it shows", async () => {
  const page = await pageIn("de", "/superset/dashboard/1/");
  expect(catalogsIn(page).sort()).toEqual(["messages-de-app", "messages-de-charts", "messages-de-dashboard"]);
});
