import { afterAll, beforeAll, expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { setLanguage } from "../auth/accounts.ts";
import { byLanguage } from "./mail-languages.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ resources: [] });
  await setLanguage(server.app, await server.userId("gamma"), "de");
});
afterAll(() => server.stop());

test("sends one email per language; addresses without an account get the report's language", async () => {
  const mails = await inLocale({ language: "fr" }, () =>
    byLanguage(server.app, { to: ["GAMMA@example.org", "guest@example.com"], cc: ["admin@example.org"] }),
  );
  expect(Object.fromEntries(mails)).toEqual({
    de: { to: ["GAMMA@example.org"], cc: [], bcc: [] },
    fr: { to: ["guest@example.com"], cc: ["admin@example.org"], bcc: [] },
  });
});

test("sends a single email if no recipient chose another language", async () => {
  const mails = await byLanguage(server.app, { to: ["guest@example.com"], bcc: ["admin@example.org"] });
  expect([...mails.keys()]).toEqual(["en"]);
});
