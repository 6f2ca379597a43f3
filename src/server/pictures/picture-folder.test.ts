import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anonymousUser, userOf } from "../user.ts";
import { loopbackOrigin, ownPages } from "./own-pages.ts";
import { PictureFolder } from "./picture-folder.ts";
import { permissionsDigest, thumbnailDigest } from "./thumbnail.ts";

let home = "";
let folder = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tessera-pictures-"));
  folder = join(home, "pictures");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const png = (bytes: number) => Buffer.alloc(bytes, 7);
const open = (limits: { bytes?: number; ageMs?: number } = {}) =>
  new PictureFolder(folder, { bytes: 1000, ageMs: 60_000, lastAgeMs: 600_000, ...limits });
const age = (name: string, ms: number) => {
  const at = (Date.now() - ms) / 1000;
  utimesSync(join(folder, `${name}.png`), at, at);
};

describe("cached screenshots", () => {
  test("are read unchanged, by their owner only", async () => {
    const pictures = open();
    expect(await pictures.read("a")).toBeUndefined();
    await pictures.write("a", png(10));
    expect(await pictures.read("a")).toEqual(png(10));
    expect([statSync(folder).mode & 0o777, statSync(join(folder, "a.png")).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readdirSync(folder)).toEqual(["a.png"]);
  });

  test("expire or are invalidated", async () => {
    const pictures = open();
    for (const name of ["old", "forgotten", "new"]) await pictures.write(name, png(10));
    age("old", 61_000);
    await pictures.expire("forgotten");
    await pictures.expire("never there");
    expect(await Promise.all(["old", "forgotten", "new"].map((name) => pictures.read(name)))).toEqual([
      undefined,
      undefined,
      png(10),
    ]);
    await pictures.write("next", png(10));
    expect(readdirSync(folder).sort()).toEqual(["new.png", "next.png"]);
  });

  test("are kept longer as the last of their object", async () => {
    const pictures = open();
    await pictures.writeLast("a", png(10));
    await pictures.writeLast("b", png(10));
    age("a-last", 61_000);
    age("b-last", 601_000);
    await pictures.write("next", png(10));
    expect([await pictures.readLast("a"), await pictures.readLast("b")]).toEqual([png(10), undefined]);
    expect(await pictures.readLast("../a")).toBeUndefined();
  });

  test("are evicted oldest first over the size limit", async () => {
    const pictures = open({ bytes: 250 });
    for (const [i, name] of ["a", "b", "c"].entries()) {
      await pictures.write(name, png(100));
      age(name, 30_000 - i * 1000);
    }
    await pictures.write("d", png(100));
    expect(readdirSync(folder).sort()).toEqual(["c.png", "d.png"]);
  });

  test("have names that can't leave the folder", async () => {
    writeFileSync(join(home, "secret.png"), "hush");
    for (const name of ["../secret", "..", "", "a/b", "a\0", "x".repeat(151)])
      expect([name, await open().read(name)]).toEqual([name, undefined]);
    await open().expire("../secret");
    expect(statSync(join(home, "secret.png")).mtimeMs).toBeGreaterThan(0);
    expect(existsSync(folder)).toBe(false);
  });
});

test("a thumbnail's name depends on permissions and the last save", () => {
  const ann = { ...anonymousUser(undefined), id: 7, roles: [{ id: 1, name: "Gamma", pairs: [["can_read", "Chart"]] }] };
  const user = (more: object = {}) => userOf({ ...ann, ...more } as typeof ann & { roles: never });
  const chart = { id: 3, uuid: "u", changed_on: "2026-01-01T00:00:00.000000" };
  expect(thumbnailDigest(user(), chart)).toBe(thumbnailDigest(user(), { ...chart, id: 4 }));
  const others = [
    thumbnailDigest(user({ id: 8 }), chart),
    thumbnailDigest(user({ roles: [] }), chart),
    thumbnailDigest(user({ roles: [{ id: 1, name: "Gamma", pairs: [["can_write", "Chart"]] }] }), chart),
    thumbnailDigest(user(), { ...chart, changed_on: "2026-01-01T00:00:00.000001" }),
    thumbnailDigest(user(), { ...chart, uuid: "v" }),
  ];
  expect(new Set([...others, thumbnailDigest(user(), chart)]).size).toBe(6);
  const [one, two] = [
    { id: 1, name: "A", pairs: [] },
    { id: 2, name: "B", pairs: [] },
  ];
  expect(permissionsDigest(user({ roles: [one, two] }))).toBe(permissionsDigest(user({ roles: [two, one] })));
});

test("the local browser uses the server's own address", async () => {
  expect(["0.0.0.0", "::", "fd00::1", "bi.local"].map((host) => loopbackOrigin(host, 80))).toEqual([
    "http://127.0.0.1:80",
    "http://[::1]:80",
    "http://[fd00::1]:80",
    "http://bi.local:80",
  ]);
  const pages = ownPages(undefined as never);
  await expect(pages.origin()).rejects.toThrow("this process serves no pages");
  let opened = 0;
  pages.serveBy(async () => {
    if (++opened === 1) throw new Error("not yet");
    return "http://127.0.0.1:80";
  });
  await expect(pages.origin()).rejects.toThrow("not yet");
  expect([await pages.origin(), await pages.origin(), opened]).toEqual([
    "http://127.0.0.1:80",
    "http://127.0.0.1:80",
    2,
  ]);
});
