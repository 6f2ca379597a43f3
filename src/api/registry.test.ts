import { expect, test } from "vitest";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { RESOURCES } from "./index.ts";

/** What is said of every call of the API. That each has a test is checked when all tests of the API have run. */

interface Described {
  operationId: string;
  summary: string;
  security: object[];
  "x-permission"?: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content: Record<string, { schema?: object }> }>;
}

const ROUTES = checkedRoutes(RESOURCES);
const { paths } = openApiDocument(ROUTES);
const CALLS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, call]) => ({ path, method, call })),
);
const named = (calls: typeof CALLS) => calls.map(({ call }) => call.operationId).sort();

/** Everybody may call these, without an account. */
const OPEN_TO_ALL = [
  // Answer 401 themselves, in words of their own.
  "me.show",
  "me.roles",
  // Sign in and out.
  "security.login",
  "security.refresh",
  "security.signIn",
  "security.signInPage",
  "security.signOut",
  // What every visitor may know.
  "product.version",
  "product.chooseLanguage",
  "security.signInOptions",
  "security.beginOidc",
  "security.finishOidc",
  // Counts the caller's own queries; visitors and guests have queries too.
  "me.queue",
  // Shows the page alone, which asks who is there and keeps what was posted.
  "sqllab.openPage",
  // Its frame has no account; what it shows is behind the token of a guest.
  "embedded.page",
];

test("the document holds every route", () => {
  expect(CALLS.length).toBe(ROUTES.length);
  expect(named(CALLS)).toEqual(ROUTES.map(({ operation }) => operation.id).sort());
});

test("every call is behind an account or a permission, but for those that sign in", () => {
  const open = CALLS.filter(({ call }) => call.security.length === 0);
  expect(named(open)).toEqual([...OPEN_TO_ALL].sort());
});

test("every call says what it answers", () => {
  const silent = CALLS.filter(({ call }) => {
    const success = Object.entries(call.responses).filter(([status]) => status !== "default");
    return success.some(([, { content }]) => {
      const json = content["application/json"];
      return json !== undefined && Object.keys(json.schema ?? {}).length === 0;
    });
  });
  expect(named(silent)).toEqual([]);
  expect(CALLS.every(({ call }) => call.responses.default !== undefined && call.summary !== "")).toBe(true);
});

test("every place in a path is described", () => {
  const undescribed = CALLS.filter(({ path, call }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    const described = call.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    return inPath.join() !== described.sort().join();
  });
  expect(named(undescribed)).toEqual([]);
});
