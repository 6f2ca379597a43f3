import { describe, expect, test } from "vitest";
import {
  ApiError,
  errorOfResponse,
  networkError,
  saveProblem,
  statusText,
  timeoutError,
  toApiError,
} from "./errors.ts";

describe("status texts", () => {
  test.each([
    [400, "Bad request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not found"],
    [418, "I'm a teapot"],
    [500, "Server error"],
    [503, "Service unavailable"],
    [504, "Gateway timeout"],
    [511, "Network authentication required"],
    [599, "Network error"],
    [499, "Unknown error"],
  ])("%i is %s", (status, text) => {
    expect(statusText(status)).toBe(text);
  });

  test("every status of the specification has a text", () => {
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const missing = [...range(400, 418), ...range(500, 511), 599].filter(
      (status) => statusText(status) === "Unknown error",
    );
    expect(missing).toEqual([]);
  });
});

describe("errors of responses", () => {
  test("typed errors keep their types and issues", () => {
    const issue = { code: 1004, message: "Issue 1004 - gone" };
    const error = errorOfResponse(400, {
      errors: [
        {
          message: "No such column",
          error_type: "COLUMN_DOES_NOT_EXIST_ERROR",
          level: "error",
          extra: { issue_codes: [issue] },
        },
        { message: "Second", error_type: "SYNTAX_ERROR", level: "error", extra: { issue_codes: [issue] } },
      ],
    });
    expect(error.message).toBe("No such column\nSecond");
    expect(error.title).toBe("Bad request");
    expect(error.issues).toEqual([issue]);
  });

  test.each([
    [{ message: "Not found" }, "Not found"],
    [{ msg: "Missing Authorization Header" }, "Missing Authorization Header"],
    [{ error: "old view" }, "old view"],
    ["plain text", "plain text"],
    ["<html><body>Bad gateway</body></html>", "Server error"],
    [{}, "Server error"],
    [undefined, "Server error"],
  ])("%j is shown as %s", (body, message) => {
    expect(errorOfResponse(500, body).message).toBe(message);
  });

  test("keeps messages by field, and includes them in the message", () => {
    const error = errorOfResponse(422, { message: { slug: ["Must be unique"], owners: "Owners are invalid" } });
    expect(error.fields).toEqual({ slug: ["Must be unique"], owners: ["Owners are invalid"] });
    expect(error.message).toBe("slug: Must be unique\nowners: Owners are invalid");
  });

  test("names nested fields with dots", () => {
    const recipients = { 0: { target: ["Not an address"], _schema: ["Invalid input type."] } };
    const error = errorOfResponse(400, { message: { recipients } });
    expect(error.fields).toEqual({
      "recipients.0.target": ["Not an address"],
      "recipients.0": ["Invalid input type."],
    });
  });

  test("a mention of CSRF means that the session timed out", () => {
    const error = errorOfResponse(400, {
      errors: [{ message: "400 Bad Request: The CSRF session token is missing." }],
    });
    expect(error.kind).toBe("csrf");
    expect(error.message).toContain("session timed out");
  });

  test("a response with a stack trace is an unexpected error", () => {
    expect(errorOfResponse(500, { message: "boom", stack: "at x" }).message).toBe("Unexpected error: boom");
  });
});

test("a timeout has its seconds and both issues", () => {
  const error = timeoutError(60);
  expect(error.title).toBe("Request timed out");
  expect(error.message).toContain("60 seconds");
  expect(error.issues.map((issue) => issue.code)).toEqual([1000, 1001]);
});

test("a failed fetch is a network error", () => {
  expect(networkError(new TypeError("Failed to fetch"))).toMatchObject({ title: "Network error", status: 0 });
});

test("anything thrown becomes an ApiError, once", () => {
  const known = new ApiError({ title: "T", message: "M" });
  expect(toApiError(known)).toBe(known);
  expect(toApiError(new Error("boom")).message).toBe("Unexpected error: boom");
  expect(toApiError("text").message).toBe("Unexpected error: text");
});

test("uses the specification's text for saves without permission", () => {
  expect(saveProblem(errorOfResponse(403, { message: "Forbidden" }), "chart")).toBe(
    "You do not have permission to edit this chart",
  );
  expect(saveProblem(errorOfResponse(500, ""), "chart")).toBe("Sorry, an unknown error occurred.");
  expect(saveProblem(errorOfResponse(422, { message: "Too long" }), "chart")).toBe(
    "Sorry, there was an error saving this chart: Too long",
  );
});
