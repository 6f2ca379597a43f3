import { describe, expect, test } from "vitest";
import { inLocale } from "../i18n/node.ts";
import { typedError } from "../model/errors.ts";
import {
  networkFailure,
  positionAt,
  textAndCode,
  timeoutText,
  toDatabaseError,
  translatedCause,
  untranslated,
  wordAt,
} from "./failure.ts";
import { mysqlFailureOf } from "./mysql/failure.ts";

const statement = { engine: "PostgreSQL", sql: "SELECT 1" };

describe("a driver's error", () => {
  test.each([
    ["failed to connect to db.internal:5432", "Can't reach the database server."],
    ["getaddrinfo ENOTFOUND db.internal", "Can't reach the database server."],
    ["Hostname/IP does not match certificate's altnames", "Can't reach the database server."],
    ["division by zero", "division by zero"],
  ])("hides the host from chart viewers: %s", (message, shown) => {
    const error = toDatabaseError(new Error(message), { type: "GENERIC_DB_ENGINE_ERROR", message }, statement);
    expect(error.message).toBe(shown);
    expect((error.cause as Error).message).toBe(message);
  });

  test("hides the account", () => {
    const message = 'password authentication failed for user "ann"';
    const error = toDatabaseError(new Error(message), { type: "CONNECTION_ACCESS_DENIED_ERROR", message }, statement);
    expect(error.message).toBe("Either the username or the password is wrong.");
    expect(JSON.stringify(error.body)).not.toContain("ann");
  });

  test("is stored untranslated if its cause is known, and read in any language", () => {
    const german = inLocale({ language: "de" }, () => {
      const failure = { type: "CONNECTION_PORT_CLOSED_ERROR", message: "connect ECONNREFUSED" } as const;
      return untranslated(toDatabaseError(null, failure, statement).message);
    });
    expect(german).toBe("The port is closed.");
    expect(inLocale({ language: "fr" }, () => translatedCause(german))).toBe("Le port est fermé.");
    expect([untranslated("disk is full"), translatedCause("disk is full")]).toEqual(["disk is full", undefined]);
  });

  test("includes SQL, engine, position and names", () => {
    const failure = { type: "COLUMN_DOES_NOT_EXIST_ERROR", message: "no", position: { line: 2, column: 8 } } as const;
    const named = { ...failure, invalid: ["a"], hint: "Perhaps you meant b." };
    expect(toDatabaseError(null, named, statement).body).toMatchObject({
      errors: [{ extra: { sql: "SELECT 1", engine_name: "PostgreSQL", line: 2, column: 8, invalid: ["a"] } }],
    });
    expect(toDatabaseError(null, named, statement).body).toMatchObject({
      errors: [{ extra: { hint: "Perhaps you meant b." } }],
    });
  });

  test("passes typed errors through any wrapping, even circular", () => {
    const typed = typedError("RESULT_TOO_LARGE_ERROR", "Too large");
    const failure = { type: "GENERIC_DB_ENGINE_ERROR", message: "wrapped" } as const;
    expect(toDatabaseError(new Error("a", { cause: { originalError: typed } }), failure, statement)).toBe(typed);
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(toDatabaseError(circle, failure, statement).message).toBe("wrapped");
  });

  test("accepts any thrown value", () => {
    expect([textAndCode("text"), textAndCode(undefined), textAndCode({ message: "", code: 7 })]).toEqual([
      { text: "text", code: "" },
      { text: "undefined", code: "" },
      { text: "7", code: "7" },
    ]);
    expect(networkFailure("ECONNREFUSED")).toMatchObject({ type: "CONNECTION_PORT_CLOSED_ERROR" });
    expect(networkFailure("E_OTHER")).toBeUndefined();
  });

  test("names the time limit", () => {
    expect([timeoutText(500), timeoutText(30_000)]).toEqual([
      "The query took longer than the limit of 500 ms and was stopped.",
      "The query took longer than the limit of 30 seconds and was stopped.",
    ]);
  });
});

describe("positions in SQL", () => {
  test("convert from engine to editor positions", () => {
    expect(positionAt("SELECT '😀', x", 12)).toEqual({ line: 1, column: 14 });
    expect(positionAt("a\nbc\n", 5)).toEqual({ line: 3, column: 1 });
    expect(positionAt("a", -3)).toEqual({ line: 1, column: 1 });
  });

  test("are known only for names that occur once as a word", () => {
    expect(wordAt("SELECT '😀',\n a.b$ FROM t", "b$")).toEqual({ line: 2, column: 4 });
    expect(wordAt("SELECT x FROM xx", "X")).toEqual({ line: 1, column: 8 });
    expect(wordAt("SELECT x, x", "x")).toBeUndefined();
    expect(wordAt("SELECT xx", "x")).toBeUndefined();
    expect(wordAt("SELECT a.*", ".*")).toBeUndefined();
  });
});

describe("MySQL's errors", () => {
  const failure = (code: string, message: string, sql: string) =>
    mysqlFailureOf(Object.assign(new Error(message), { code }), sql);

  test("name columns and tables with positions", () => {
    expect(failure("ER_BAD_FIELD_ERROR", "Unknown column 't.nam' in 'SELECT'", "SELECT\n nam FROM t")).toMatchObject({
      type: "COLUMN_DOES_NOT_EXIST_ERROR",
      invalid: ["t.nam"],
      position: { line: 2, column: 2 },
    });
    expect(failure("ER_NO_SUCH_TABLE", "Table 'db.gone' doesn't exist", "SELECT 1 FROM gone")).toMatchObject({
      type: "TABLE_DOES_NOT_EXIST_ERROR",
      invalid: ["db.gone"],
      position: { line: 1, column: 15 },
    });
  });

  test("point to unknown functions and columns that aren't grouped", () => {
    const unknown = failure("ER_SP_DOES_NOT_EXIST", "FUNCTION shop.SUMM does not exist", "SELECT\n SUMM(a)");
    expect(unknown.position).toEqual({ line: 2, column: 2 });
    const message = "'shop.sales.amount' isn't in GROUP BY";
    expect(failure("ER_WRONG_FIELD_WITH_GROUP", message, "SELECT b, amount").position).toEqual({ line: 1, column: 11 });
  });

  test("of syntax point to the quoted text, its line, or the end", () => {
    const message = (near: string, line: number) => `You have an error; check near '${near}' at line ${line}`;
    const sql = "SELECT '😀',\n  FRM t";
    expect(failure("ER_PARSE_ERROR", message("FRM t", 2), sql).position).toEqual({ line: 2, column: 3 });
    expect(failure("ER_PARSE_ERROR", message("", 2), sql).position).toEqual({ line: 2, column: 8 });
    expect(failure("ER_PARSE_ERROR", message("not there", 2), sql).position).toEqual({ line: 2, column: 1 });
    expect(failure("ER_PARSE_ERROR", "no place", sql).position).toBeUndefined();
  });

  test("map network, permission and unknown errors", () => {
    expect(failure("ENOTFOUND", "getaddrinfo", "").type).toBe("CONNECTION_INVALID_HOSTNAME_ERROR");
    expect(failure("ER_TABLEACCESS_DENIED_ERROR", "no", "").type).toBe("CONNECTION_DATABASE_PERMISSIONS_ERROR");
    expect(failure("ER_NEW", "odd", "")).toMatchObject({ type: "GENERIC_DB_ENGINE_ERROR", message: "odd" });
  });
});
