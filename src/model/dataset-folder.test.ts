import { describe, expect, test } from "vitest";
import { duplicateFolderNames, foldersIn, MAX_FOLDER_LEVELS, WrittenFolders, withPartUuids } from "./dataset-folder.ts";

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const folder = (n: number, name: string, children: unknown[] = []) => ({
  uuid: uuid(n),
  type: "folder" as const,
  name,
  children,
});
const metric = (n: number) => ({ uuid: uuid(n), type: "metric" as const });
const nested = (levels: number): unknown => folder(levels, `L${levels}`, levels > 1 ? [nested(levels - 1)] : []);
const problemsOf = (folders: unknown) => WrittenFolders.safeParse(folders).error?.issues.map(({ message }) => message);

describe("dataset folders", () => {
  test("trims names and lowercases uuids", () => {
    const written = { ...folder(1, "  Money "), uuid: uuid(1).toUpperCase().replace("8000", "ABCD") };
    expect(WrittenFolders.parse([written, metric(2)])).toEqual([
      { ...written, uuid: written.uuid.toLowerCase(), name: "Money" },
      metric(2),
    ]);
  });

  test("rejects items in two folders and duplicate names", () => {
    expect(problemsOf([folder(1, "A", [metric(5)]), folder(2, "B", [metric(5)])])).toEqual([
      `The item ${uuid(5)} is in more than one folder`,
    ]);
    expect(problemsOf([folder(1, "Money"), folder(2, " MONEY ")])).toEqual(["more than one folder is named MONEY"]);
    expect(problemsOf([folder(1, "A", [folder(2, "A")])])).toBeUndefined();
    expect(problemsOf([folder(1, " ")])).toHaveLength(1);
  });

  test("limits the depth", () => {
    expect(problemsOf([nested(MAX_FOLDER_LEVELS)])).toBeUndefined();
    expect(problemsOf([nested(MAX_FOLDER_LEVELS + 1)])).toHaveLength(1);
  });

  test("ignores entries of other versions", () => {
    expect(foldersIn([folder(1, "A"), { type: "alien" }, null, metric(2)])).toEqual([folder(1, "A")]);
    expect([foldersIn(null), foldersIn("[]"), foldersIn({})]).toEqual([[], [], []]);
  });

  test("reports every duplicate name at any depth", () => {
    const inner = foldersIn([folder(1, "Out", [folder(2, "In"), folder(3, "in")]), folder(4, "out")]);
    expect([...duplicateFolderNames(inner)].toSorted()).toEqual(["in", "out"]);
  });

  test("maps items to those of a copy, and preserves unknown entries", () => {
    const stored = [{ ...folder(1, "A", [metric(5), { ...metric(6), own: [1] }]), color: "red" }, "text", null];
    expect(withPartUuids(stored, new Map([[uuid(5), uuid(50)]]))).toEqual([
      { ...folder(1, "A", [metric(50), { ...metric(6), own: [1] }]), color: "red" },
      "text",
      null,
    ]);
  });
});
