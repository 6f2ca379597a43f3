import { crc32, deflateRawSync } from "node:zlib";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../model/yaml.ts";
import { casesOf } from "../../testing/full-size.ts";
import { longestStretch } from "../../testing/longest-stretch.ts";
import { readArchive } from "./archive.ts";
import { valuesOf } from "./read-files.ts";

async function zip(entries: readonly [name: string, text: string, options?: object][]): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text, options] of entries) {
    await writer.add(name, new Uint8ArrayReader(Buffer.from(text)), options);
  }
  return writer.close();
}

const refused = (bytes: Uint8Array, text: RegExp) =>
  expect(readArchive(bytes)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(text) });

function rawZip(count: number, content: Buffer): Buffer {
  const deflated = deflateRawSync(content);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(33);
  sizes.writeUInt32LE(crc32(content), 4);
  sizes.writeUInt32LE(deflated.length, 8);
  sizes.writeUInt32LE(content.length, 12);
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  local.set([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]);
  local.set(sizes, 10);
  const name = (i: number) => Buffer.from(`r/charts/${String(i).padStart(7, "0")}.yaml`);
  local.writeUInt16LE(name(0).length, 26);
  central.set([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0]);
  central.set(sizes, 12);
  central.writeUInt16LE(name(0).length, 28);
  const head = Buffer.concat([local, name(0), deflated]);
  const directory = Buffer.concat(Array.from({ length: count }, (_, i) => [central, name(i)]).flat());
  end.set([0x50, 0x4b, 5, 6]);
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, 65_535), at);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(head.length, 16);
  return Buffer.concat([head, directory, end]);
}

describe("an archive", () => {
  test("with overlapping entries is rejected", async () => {
    const content = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `k${i * 7919}: ${i}\n`).join(""));
    expect((await readArchive(rawZip(1, content))).get("charts/0000000.yaml")).toBe(content.toString());
    await refused(rawZip(50, content), /overlapping entries/);
  });

  test("with very many entries is rejected before they are read", { timeout: 20_000 }, async () => {
    const many = rawZip(casesOf(100_000, 500_000), Buffer.from(""));
    await refused(many, /too many entries/);
    const ms = await longestStretch(() => refused(many, /too many entries/));
    expect(ms).toBeLessThan(10);
  });

  test("with a very large 64-bit entry count is rejected before the entries are read", async () => {
    const bytes = rawZip(3, Buffer.from(""));
    const end64 = Buffer.alloc(56);
    end64.writeUInt32LE(0x06064b50);
    for (const at of [24, 32]) end64.writeBigUInt64LE(1_000_000n, at);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50);
    locator.writeBigUInt64LE(BigInt(bytes.length - 22), 8);
    await refused(Buffer.concat([bytes.subarray(0, -22), end64, locator, bytes.subarray(-22)]), /too many entries/);
  });

  test("with two entries that differ only by root folder is rejected", async () => {
    for (const other of ["s/charts/a.yaml", "R/charts/a.yaml"])
      await refused(
        await zip([
          ["r/charts/a.yaml", "a: 1"],
          [other, "a: 2"],
        ]),
        /two entries with the same name/,
      );
  });

  test("with a pipe, a device or a socket is rejected", async () => {
    for (const kind of [0o010644, 0o020644, 0o060644, 0o140644]) {
      const special = { externalFileAttributes: (kind << 16) >>> 0, versionMadeBy: 0x0314 };
      await refused(await zip([["root/charts/a.yaml", "a: 1", special]]), /outside of/);
    }
  });

  test("with a link is rejected", async () => {
    const link = { externalFileAttributes: (0o120777 << 16) >>> 0, versionMadeBy: 0x0314 };
    await refused(await zip([["root/charts/a.yaml", "/etc/passwd", link]]), /outside of/);
  });

  test("with two entries of the same name is rejected", async () => {
    const bytes = Buffer.from(
      await zip([
        ["root/charts/a.yaml", "a: 1"],
        ["root/charts/b.yaml", "a: 2"],
      ]),
    );
    for (let at = bytes.indexOf("charts/b.yaml"); at >= 0; at = bytes.indexOf("charts/b.yaml")) {
      bytes.write("charts/a.yaml", at);
    }
    await refused(bytes, /two entries|not valid|one name/);
  });

  test("with names that are too long, too deep or not text is rejected", async () => {
    await refused(await zip([[`root/${"a/".repeat(20)}a.yaml`, "a: 1"]]), /too long or too deeply nested/);
    await refused(await zip([[`root/${"a".repeat(2000)}.yaml`, "a: 1"]]), /too long or too deeply nested/);
    await refused(await zip([["root/charts/a\u0007.yaml", "a: 1"]]), /too long or too deeply nested/);
  });

  test("with a wrong declared size is rejected", async () => {
    const bytes = Buffer.from(await zip([["root/charts/a.yaml", "a: ".padEnd(4000, "x")]]));
    const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(10, at + 24);
    await expect(readArchive(bytes)).rejects.toMatchObject({ name: "TesseraError" });
  });
});

describe("YAML", () => {
  test.each([
    ["deep lists", "[".repeat(5000) + "]".repeat(5000)],
    ["recursive aliases", "a: &a [*a, *a, [*a, *a]]"],
    ["deep maps", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    [
      "aliases of aliases",
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${["b", "c", "d", "e"].map((n, i) => `${n}: &${n} [${`*${"abcd"[i]},`.repeat(9)}1]`).join("\n")}`,
    ],
  ])("with %s is rejected, naming the file", (_, text) => {
    expect(() => parseYaml(text, "charts/a.yaml")).toThrow(/charts\/a\.yaml/);
  });

  test("with many keys is read in linear time, and duplicate keys are rejected", { timeout: 20_000 }, () => {
    const count = casesOf(10_000, 40_000);
    const text = Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join("");
    expect(Object.keys(parseYaml(text, "x") as object)).toHaveLength(count);
    expect(() => parseYaml(`${text}k7: 2\n`, "charts/a.yaml")).toThrow(/charts\/a\.yaml/);
  });

  test("with large text doesn't block other requests, and its problems are reported", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    const count = casesOf(25_000, 60_000);
    const text = "- a: 1\n".repeat(count);
    const values = await valuesOf(new Map([["charts/a.yaml", text]]));
    clearInterval(timer);
    expect(values.get("charts/a.yaml")).toHaveLength(count);
    expect(turns).toBeGreaterThan(5);
    const broken = valuesOf(new Map([["charts/b.yaml", `${text}}`]]));
    await expect(broken).rejects.toMatchObject({
      status: 422,
      body: { message: { "charts/b.yaml": [expect.any(String)] } },
    });
    const long = valuesOf(new Map([["charts/c.yaml", "a".repeat(3_000_000)]]));
    await expect(long).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/too large/) });
  });

  test("creates only plain data: no tags, dates or prototypes", () => {
    const value = parseYaml("__proto__:\n  polluted: true\nday: 2024-01-01\n<<: { a: 1 }\n", "x") as Record<
      string,
      unknown
    >;
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(value.polluted).toBeUndefined();
    expect(value.day).toBe("2024-01-01");
    expect(value.a).toBeUndefined();
    const tagged = parseYaml("a: !!js/function 'function () {}'", "x") as Record<string, unknown>;
    expect(typeof tagged.a).toBe("string");
  });
});
