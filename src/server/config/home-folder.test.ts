import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareHome, removeAbandonedUploads } from "./home-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-prepared-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
const writeOpen = (path: string) => {
  writeFileSync(join(folder, path), "");
  chmodSync(join(folder, path), 0o644);
};

describe("the home folder", () => {
  test("is created with its parents, readable by its owner only", () => {
    prepareHome(join(folder, "deep", "home"));
    expect([modeOf("deep"), modeOf("deep/home")]).toEqual(["700", "700"]);
    prepareHome(join(folder, "deep", "home"));
  });

  test("restricts the product's own files in an existing folder and leaves other files alone", () => {
    const own = ["tessera.db", "tessera.db-wal", "secret.key", "secret.key.123", "examples.duckdb", "uploads.duckdb"];
    const others = ["sales.duckdb", "notes.txt", "my-tessera.db", "secrets"];
    for (const name of [...own, ...others]) writeOpen(name);
    for (const name of ["pictures", "my-pictures"]) mkdirSync(join(folder, name), { mode: 0o755 });
    chmodSync(join(folder, "pictures"), 0o755);
    prepareHome(folder);
    expect(own.map(modeOf)).toEqual(own.map(() => "600"));
    expect(others.map(modeOf)).toEqual(others.map(() => "644"));
    expect([modeOf("pictures"), modeOf("my-pictures")]).toEqual(["700", "755"]);
  });

  test("doesn't follow links out of it or treat a folder as a file", () => {
    writeOpen("elsewhere");
    const home = join(folder, "home");
    mkdirSync(home);
    symlinkSync(join(folder, "elsewhere"), join(home, "tessera.db"));
    symlinkSync(join(folder, "gone"), join(home, "secret.key"));
    mkdirSync(join(home, "examples.duckdb"), { mode: 0o755 });
    prepareHome(home);
    expect(modeOf("elsewhere")).toBe("644");
    expect(modeOf("home/examples.duckdb")).toBe("755");
  });

  test("can't be inside a file", () => {
    writeOpen("file");
    expect(() => prepareHome(join(folder, "file", "home"))).toThrow();
    expect(() => prepareHome(join(folder, "file"))).toThrow(/ENOTDIR/);
  });
});

test("files of uploads that were interrupted are removed, and nothing else", () => {
  const home = folder;
  removeAbandonedUploads(home);
  mkdirSync(join(home, "engine-spill", "upload-1"), { recursive: true });
  writeFileSync(join(home, "engine-spill", "upload-1", "file-0"), "a");
  writeFileSync(join(home, "engine-spill", "other"), "b");
  removeAbandonedUploads(home);
  expect(readdirSync(join(home, "engine-spill"))).toEqual(["other"]);
});
