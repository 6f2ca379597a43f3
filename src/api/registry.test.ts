import { expect, test } from "vitest";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { RESOURCES } from "./index.ts";

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

const OPEN_TO_ALL = [
  // Answer 401 themselves.
  "me.show",
  "me.roles",
  // Sign in and out.
  "security.login",
  "security.refresh",
  "security.signIn",
  "security.signInPage",
  "security.signOut",
  // Public information.
  "product.version",
  "public_link.page",
  "product.chooseLanguage",
  "security.signInOptions",
  "security.beginOidc",
  "security.finishOidc",
  // Counts the caller's own queries; visitors and guests have queries too.
  "me.queue",
  // Serves only the page, which checks the session and keeps what was posted.
  "sqllab.openPage",
  // The frame has no account; its content needs a guest token.
  "embedded.page",
  // Reads the API key or token itself.
  "mcp.messages",
  // Apps have no account; only users connect them.
  "oauth.serverMetadata",
  "oauth.resourceMetadata",
  "oauth.mcpMetadata",
  "oauth.register",
  "oauth.token",
  "oauth.revoke",
];

test("the OpenAPI document lists every route", () => {
  expect(CALLS.length).toBe(ROUTES.length);
  expect(named(CALLS)).toEqual(ROUTES.map(({ operation }) => operation.id).sort());
});

test("every call needs an account or a permission, except for signing in", () => {
  const open = CALLS.filter(({ call }) => call.security.length === 0);
  expect(named(open)).toEqual([...OPEN_TO_ALL].sort());
});

test("every call describes its answer", () => {
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

test("every path parameter is described", () => {
  const undescribed = CALLS.filter(({ path, call }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    const described = call.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    return inPath.join() !== described.sort().join();
  });
  expect(named(undescribed)).toEqual([]);
});
