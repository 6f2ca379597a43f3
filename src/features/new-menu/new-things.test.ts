import { afterEach, expect, test } from "vitest";
import { signedIn, useSession } from "../../web/session/session.ts";
import { closeUpload, useUpload } from "../upload/upload.ts";
import { newThings } from "./new-things.ts";

function signIn(...pairs: (readonly [string, string])[]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Own: pairs } }), true);
}

afterEach(() => {
  useSession.setState({ kind: "loading" }, true);
  closeUpload();
});

test.each([
  ["can_write", "Chart", "New chart"],
  ["can_write", "Dashboard", "New dashboard"],
  ["can_read", "SQLLab", "Write SQL"],
  ["can_write", "Dataset", "New dataset"],
  ["can_write", "ReportSchedule", "New alert or report"],
  ["can_upload", "Database", "Upload a file"],
])("who has %s on %s is offered “%s” alone", (permission, view, action) => {
  signIn([permission, view], ["can_read", "Chart"], ["can_read", "Dashboard"]);
  expect(newThings().map((thing) => thing.action)).toEqual([action]);
});

test("who may make nothing is offered nothing, and neither is anybody before it is known who they are", () => {
  expect(newThings()).toEqual([]);
  signIn(["can_read", "Chart"]);
  expect(newThings()).toEqual([]);
});

test("a file is uploaded on the page where one is", () => {
  signIn(["can_upload", "Database"]);
  const [upload] = newThings();
  expect(upload?.to).toBeUndefined();
  upload?.run?.();
  expect(useUpload.getState().isOpen).toBe(true);
});
