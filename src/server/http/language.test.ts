import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { number } from "../../i18n/intl.ts";
import { badRequest } from "../../model/errors.ts";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { setLanguage } from "../auth/accounts.ts";
import { type JobKind, jobQueue } from "../jobs/jobs.ts";
import { PUBLIC, type Resource, route, unaudited } from "./route.ts";

const Body = z.object({
  value: z.number().refine((value) => value < 5000, { error: (issue) => number(Number(issue.input)) }),
});
const answer = operation({
  id: "language.answer",
  method: "POST",
  path: "/language",
  summary: "The number, written",
  body: Body,
  response: z.unknown(),
});
const enqueue = operation({
  id: "language.enqueue",
  method: "POST",
  path: "/language/job",
  summary: "The number, written by a job",
  response: z.unknown(),
});

let written = Promise.withResolvers<string>();
const job: JobKind = {
  name: "language",
  perUser: 1,
  idOf: () => "one",
  userOf: () => "1",
  run: async () => written.resolve(number(1234.5)),
  failed: async () => {},
};
const resource: Resource = {
  name: "language",
  jobs: [job],
  routes: [
    route(answer, unaudited(PUBLIC, "a test"), async (_ctx, { body }) => {
      if (body.value < 0) throw badRequest(number(body.value));
      return { written: number(body.value) };
    }),
    route(enqueue, unaudited(PUBLIC, "a test"), async ({ app }) => {
      await app.once(jobQueue).add("language", {});
      return {};
    }),
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ resources: [resource] });
});
afterAll(() => server.stop());

async function requestedIn(language: string | undefined, value: number, client = server.anonymous): Promise<string> {
  const response = await client.fetch("/language", {
    method: "POST",
    headers: { "content-type": "application/json", ...(language ? { "accept-language": language } : {}) },
    body: JSON.stringify({ value }),
  });
  return response.text();
}

test.each<[string | undefined, ...string[]]>([
  ["de", "1.234,5", "-1.234,5", "6.000"],
  ["fr;q=0.1, en", "1,234.5", "-1,234.5", "6,000"],
  [undefined, "1,234.5", "-1,234.5", "6,000"],
])("requests in %s get results, errors and schema errors in that language", async (language, ...texts: string[]) => {
  const answers = await Promise.all([1234.5, -1234.5, 6000].map((value) => requestedIn(language, value)));
  expect(answers).toEqual(texts.map((text) => expect.stringContaining(text)));
});

test("the account's language takes precedence", async () => {
  await setLanguage(server.app, await server.userId("gamma"), "de");
  const gamma = await server.as("gamma");
  expect(await requestedIn("en", 1234.5, gamma)).toContain("1.234,5");
});

test("a job runs in the language of the request", async () => {
  written = Promise.withResolvers<string>();
  await server.anonymous.fetch("/language/job", { method: "POST", headers: { "accept-language": "de" } });
  expect(await written.promise).toBe("1.234,5");
});
