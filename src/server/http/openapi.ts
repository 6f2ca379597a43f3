import { z } from "zod";
import type { Operation } from "../../model/operation.ts";
import type { Policy, Route } from "./route.ts";

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, unknown>;
}

const DESCRIPTION =
  "Lists take `q` as rison (JSON works too). Browsers authenticate with the session cookie and send X-CSRFToken with every change; programs send an access token from /api/v1/security/login as `Authorization: Bearer`.";

const ERROR_BODY = {
  oneOf: [
    {
      type: "object",
      properties: { message: { oneOf: [{ type: "string" }, { type: "object" }] }, field: { type: "string" } },
      required: ["message"],
    },
    {
      type: "object",
      properties: {
        errors: {
          type: "array",
          items: {
            type: "object",
            properties: {
              message: { type: "string" },
              error_type: { type: "string" },
              level: { enum: ["info", "warning", "error"] },
              extra: { type: ["object", "null"] },
            },
            required: ["message", "error_type", "level"],
          },
        },
      },
      required: ["errors"],
    },
    { type: "object", properties: { msg: { type: "string" } }, required: ["msg"] },
  ],
};

export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const path = route.operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.operation.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Tessera", version: "v1", description: DESCRIPTION },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: { Error: ERROR_BODY },
      responses: { Error: { description: "An error", content: { "application/json": { schema: errorReference } } } },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "session" },
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    },
  };
}

const errorReference = { $ref: "#/components/schemas/Error" };

function describe({ operation, policy, acceptsForm }: Route): object {
  const body = operation.body && requestBody(operation, acceptsForm ?? false);
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split(".")[0]],
    security: policy.kind === "public" ? [] : [{ session: [] }, { token: [] }],
    ...permissionNote(policy),
    parameters: parametersOf(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...alsoOf(operation),
      [operation.status ?? 200]: success(operation),
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

function permissionNote(policy: Policy): object {
  return policy.kind === "permission" ? { "x-permission": policy.pair.join(" on ") } : {};
}

function parametersOf(operation: Operation): object[] {
  const q = operation.q && [{ name: "q", in: "query", required: false, content: jsonContent(operation.q, "input") }];
  return [...fieldsIn(operation.params, "path"), ...fieldsIn(operation.query, "query"), ...(q ?? [])];
}

function fieldsIn(schema: z.ZodType | undefined, place: "path" | "query"): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: field,
  }));
}

function requestBody(operation: Operation, acceptsForm: boolean): object | undefined {
  if (!operation.body) return undefined;
  const content = jsonContent(operation.body, "input")["application/json"];
  if (operation.multipart) return { required: true, content: { "multipart/form-data": content } };
  const form = acceptsForm ? { "application/x-www-form-urlencoded": content } : {};
  return { required: true, content: { "application/json": content, ...form } };
}

function success(operation: Operation): object {
  const other = operation.also?.[operation.status ?? 200];
  const response = other ? z.union([operation.response, other]) : operation.response;
  const content = operation.produces === undefined ? jsonContent(response, "output") : { [operation.produces]: {} };
  return { description: "Success", content };
}

function alsoOf({ also = {} }: Operation): object {
  const described = (schema: z.ZodType) => ({ description: "Success", content: jsonContent(schema, "output") });
  return Object.fromEntries(Object.entries(also).map(([status, schema]) => [status, described(schema)]));
}

function jsonContent(schema: z.ZodType, io: "input" | "output") {
  return { "application/json": { schema: jsonSchema(schema, io) } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
