import { describe, expect, test } from "vitest";
import { z } from "zod";
import { TesseraError } from "../../model/errors.ts";
import { parseBody, parseParams, parseQ } from "./validation.ts";

const Body = z.strictObject({
  name: z.string().min(1).max(5),
  size: z.number().int().optional(),
  kind: z.enum(["table", "dataset"]).optional(),
  owners: z.array(z.number()).optional(),
  columns: z.array(z.strictObject({ column_name: z.string() })).optional(),
  published: z.boolean().optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  json: z
    .string()
    .refine((text) => text.startsWith("{"), "JSON not valid")
    .optional(),
});

function failureOf(run: () => unknown): { status: number; body: unknown } {
  try {
    run();
  } catch (error) {
    if (error instanceof TesseraError) return { status: error.status, body: error.body };
    throw error;
  }
  throw new Error("was not refused");
}

describe("parseBody", () => {
  const messages = (value: unknown) => (failureOf(() => parseBody(Body, value)).body as { message: unknown }).message;

  test("reports missing, unknown and null fields in Superset's words", () => {
    expect(messages({})).toEqual({ name: ["Missing data for required field."] });
    expect(messages({ name: "a", nope: 1, other: 2 })).toEqual({ nope: ["Unknown field."], other: ["Unknown field."] });
    expect(messages({ name: null })).toEqual({ name: ["Field may not be null."] });
  });

  test("reports fields named like inherited properties", () => {
    const value: unknown = JSON.parse('{"name":"a","toString":1,"constructor":2,"__proto__":3}');
    const errors = messages(value) as object;
    expect(new Map(Object.entries(errors))).toEqual(
      new Map(["toString", "constructor", "__proto__"].map((name) => [name, ["Unknown field."]])),
    );
  });

  test("reports wrong types and sizes", () => {
    expect(
      messages({
        name: 5,
        size: "x",
        kind: "view",
        owners: 1,
        columns: [{ column_name: 1 }, { column_name: "a", z: 1 }, "x"],
        published: "perhaps",
        extra: [],
        json: "x",
      }),
    ).toEqual({
      name: ["Not a valid string."],
      size: ["Not a valid number."],
      kind: ["Must be one of: table, dataset."],
      owners: ["Not a valid list."],
      columns: {
        0: { column_name: ["Not a valid string."] },
        1: { z: ["Unknown field."] },
        2: { _schema: ["Invalid input type."] },
      },
      published: ["Not a valid boolean."],
      extra: ["Not a valid mapping type."],
      json: ["JSON not valid"],
    });
    expect(messages({ name: "" })).toEqual({ name: ["Shorter than minimum length 1."] });
    expect(messages({ name: "abcdef", size: 1.5 })).toEqual({
      name: ["Longer than maximum length 5."],
      size: ["Not a valid integer."],
    });
    expect(messages("text")).toEqual({ _schema: ["Invalid input type."] });
  });

  test("accepts numbers and booleans written as text", () => {
    const written = { name: "1", size: "15", owners: ["1", 2, "3"], published: "True" };
    expect(parseBody(Body, written)).toEqual({ name: "1", size: 15, owners: [1, 2, 3], published: true });
    expect(written.owners).toEqual(["1", 2, "3"]);
    expect(parseBody(Body, { name: "a", published: 0 })).toEqual({ name: "a", published: false });
    for (const size of ["", " 1", "0x1", "1e3", "1,000", "Infinity", "9007199254740993", true, [1]]) {
      expect(messages({ name: "a", size }), String(size)).toHaveProperty("size");
    }
    expect(messages({ name: "a", size: "1.5", published: "2" })).toEqual({
      size: ["Not a valid integer."],
      published: ["Not a valid boolean."],
    });
    const hostileBody: unknown = JSON.parse('{"name":"a","size":"1","__proto__":{"size":2}}');
    expect(messages(hostileBody)).toEqual(JSON.parse('{"__proto__":["Unknown field."]}'));
  });

  test("accepts many numbers and booleans in linear time", () => {
    const owners = Array.from({ length: 200_000 }, (_, i) => i);
    const written = { name: "a", owners: owners.map(String) };
    expect(parseBody(Body, written)).toEqual({ name: "a", owners });
    expect(failureOf(() => parseBody(Body, { ...written, size: "?" })).status).toBe(400);
  });

  test("reports the first of very many problems", () => {
    const owners = Array.from({ length: 100_000 }, (_, i) => `no ${i}`);
    const errors = messages({ name: "a", owners }) as { owners: object };
    expect(Object.keys(errors.owners)).toHaveLength(20);
  });

  test("uses the resource's status", () => {
    expect(failureOf(() => parseBody(Body, {}, 422)).status).toBe(422);
    expect(parseBody(Body, { name: "a" })).toEqual({ name: "a" });
  });
});

describe("parseQ and parseParams", () => {
  test("an invalid q is reported with its field", () => {
    const schema = z.looseObject({ page: z.number().optional() });
    expect(parseQ(schema, undefined)).toEqual({});
    const failure = failureOf(() => parseQ(schema, { page: "x" }));
    expect(failure.status).toBe(400);
    expect((failure.body as { message: string }).message).toMatch(/^Not a valid rison schema page: /);
    expect(failureOf(() => parseQ(z.array(z.number()), undefined)).status).toBe(400);
  });

  test("an invalid id in the path gives a 404", () => {
    expect(failureOf(() => parseParams(z.object({ id: z.coerce.number().int() }), { id: "x" }))).toEqual({
      status: 404,
      body: { message: "Not found" },
    });
  });

  test.each(["0x1", "1e0", "1.0", " 1", "1 ", "+1", "", "Infinity", "\u0661"])(
    "%j isn't a valid id, although it parses as a number",
    (id) => {
      const schema = z.object({ id: z.coerce.number().int(), name: z.string() });
      expect(failureOf(() => parseParams(schema, { id, name: "1.0" })).status).toBe(404);
      expect(parseParams(schema, { id: "1", name: "1.0" })).toEqual({ id: 1, name: "1.0" });
    },
  );
});
