import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { dynamicPlugins } from "../dynamic-plugin/routes.ts";
import { me } from "../me/routes.ts";
import { product } from "./routes.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ resources: [product, dynamicPlugins, me] });
});
afterAll(() => server.stop());

test("returns the package's version to everyone", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await server.anonymous.get("/version")).toMatchObject({
    status: 200,
    body: { version, version_string: version },
  });
});

test("choosing a language redirects back to the page, and never to another site", async () => {
  const back = async (referer?: string) => {
    const answer = await server.anonymous.fetch("/lang/en", { headers: referer ? { referer } : {} });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await back(`${server.url}/chart/list/?pageIndex=1`)).toEqual([302, "/chart/list/?pageIndex=1"]);
  expect(await back(`${server.url}//evil.example/x`)).toEqual([302, "/evil.example/x"]);
  expect(await back("https://evil.example/x")).toEqual([302, "/superset/welcome/"]);
  expect(await back("nonsense")).toEqual([302, "/superset/welcome/"]);
  expect(await back()).toEqual([302, "/superset/welcome/"]);
  expect((await server.anonymous.get("/lang/xx")).status).toBe(404);
});

test("saves a user's language, unless a page of another site sets it", async () => {
  const gamma = await server.as("gamma");
  const chosen = async () =>
    (await gamma.get<{ result: { language: string | null } }>("/api/v1/me/roles/")).body.result.language;
  await gamma.fetch("/lang/de", { method: "HEAD" });
  await gamma.fetch("/lang/de", { headers: { "sec-fetch-site": "cross-site" } });
  expect(await chosen()).toBeNull();
  await gamma.fetch("/lang/pt_BR", { headers: { "sec-fetch-site": "same-origin" } });
  expect(await chosen()).toBe("pt-BR");
});

test("a language pack contains its catalog in Jed's format", async () => {
  const gamma = await server.as("gamma");
  type Pack = { locale_data: { superset: Record<string, unknown> } };
  const { body } = await gamma.get<Pack>("/superset/language_pack/de/");
  const { "": header, ...texts } = body.locale_data.superset;
  expect(header).toEqual({ domain: "superset", lang: "de", plural_forms: "nplurals=2; plural=(n != 1);" });
  expect(texts).toMatchObject({ Favorites: ["Favoriten"] });
  expect((await gamma.get<Pack>("/superset/language_pack/ar/")).body.locale_data.superset[""]).toMatchObject({
    plural_forms: expect.stringContaining("nplurals=6"),
  });
});

test("serves the English language pack", async () => {
  const gamma = await server.as("gamma");
  expect((await gamma.get("/superset/language_pack/en/")).body).toMatchObject({
    locale_data: { superset: { "": { lang: "en" } } },
  });
  expect((await gamma.get("/superset/language_pack/..%2fetc/")).status).toBe(404);
  expect((await server.anonymous.get("/superset/language_pack/en/")).status).toBe(401);
});

test("lists no external chart types", async () => {
  const path = "/dynamic-plugins/api/read";
  expect((await (await server.as("gamma")).get(path)).body).toEqual({ count: 0, ids: [], result: [] });
  expect((await server.anonymous.get(path)).status).toBe(401);
});
