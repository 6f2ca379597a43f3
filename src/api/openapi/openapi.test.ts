import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { RESOURCES } from "../index.ts";
import { show } from "./contract.ts";

interface Described {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, unknown>;
  security: unknown[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("every registered operation is described once, under its path", async () => {
  const { openapi, paths } = await (await server.as("gamma")).call(show, {});
  expect(openapi).toBe("3.1.0");
  const described = Object.values(paths as Record<string, Record<string, Described>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => operation.operationId);
  const registered = RESOURCES.flatMap((resource) => resource.routes.map((route) => route.operation.id));
  expect(described.toSorted()).toEqual(registered.toSorted());
});

test("parameters, bodies and security come from the route contracts", async () => {
  const { paths } = await (await server.as("gamma")).call(show, {});
  const all = paths as Record<string, Record<string, Described>>;
  const login = all["/api/v1/security/login"]?.post;
  expect(login?.requestBody?.content["application/json"]?.schema.required).toEqual(["username", "password"]);
  expect(login?.security).toEqual([]);
  const entry = all["/api/v1/log/{id}"]?.get;
  expect(entry?.parameters).toMatchObject([{ name: "id", in: "path", required: true }]);
  expect(entry).toMatchObject({ "x-permission": "can_read on Log", security: [{ session: [] }, { token: [] }] });
  expect(Object.keys(entry?.responses ?? {})).toEqual(["200", "default"]);
});

test("the OpenAPI document needs a session", async () => {
  expect((await server.anonymous.get("/api/v1/_openapi")).status).toBe(401);
});
