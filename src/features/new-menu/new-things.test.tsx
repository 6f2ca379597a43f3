import { afterEach, expect, test } from "vitest";
import { signedIn, useSession } from "../../web/session/session.ts";
import { closeUpload, useUpload } from "../upload/upload.ts";
import { newThings } from "./new-things.ts";

function signIn(...pairs: (readonly [string, string])[]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Own: pairs } }), true);
}

const IMPORT = "Import an export";

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
  ["can_write", "Database", "Connect a database"],
  ["can_upload", "Database", "Upload a file"],
])("a user with only %s on %s is offered “%s”", (permission, view, action) => {
  signIn([permission, view], ["can_read", "Chart"], ["can_read", "Dashboard"]);
  expect(
    newThings()
      .map((thing) => thing.action)
      .filter((each) => each !== IMPORT),
  ).toEqual([action]);
});

test("users who can import a kind of bundles are offered that", () => {
  signIn(["can_read", "SQLLab"], ["can_read", "Chart"]);
  expect(newThings().map((thing) => thing.action)).not.toContain(IMPORT);
  signIn(["can_write", "Theme"]);
  expect(newThings().map((thing) => thing.action)).toEqual([IMPORT]);
});

test("nothing is offered without permissions or before the session is loaded", () => {
  expect(newThings()).toEqual([]);
  signIn(["can_read", "Chart"]);
  expect(newThings()).toEqual([]);
});

test("Upload opens a dialog on the current page", () => {
  signIn(["can_upload", "Database"]);
  const [upload] = newThings();
  expect(upload?.to).toBeUndefined();
  upload?.run?.();
  expect(useUpload.getState().isOpen).toBe(true);
});
