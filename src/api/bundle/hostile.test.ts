import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { readArchive } from "./archive.ts";
import { parseYaml } from "./yaml.ts";

async function zip(entries: readonly [name: string, text: string, options?: object][]): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text, options] of entries) {
    await writer.add(name, new Uint8ArrayReader(Buffer.from(text)), options);
  }
  return writer.close();
}

const refused = (bytes: Uint8Array, text: RegExp) =>
  expect(readArchive(bytes)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(text) });

describe("an archive", () => {
  test("with a link in it is refused", async () => {
    const link = { externalFileAttributes: (0o120777 << 16) >>> 0, versionMadeBy: 0x0314 };
    await refused(await zip([["root/charts/a.yaml", "/etc/passwd", link]]), /lead out/);
  });

  test("with two entries of one name is refused", async () => {
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

  test("with names that are too long, too deep or not text is refused", async () => {
    await refused(await zip([[`root/${"a/".repeat(20)}a.yaml`, "a: 1"]]), /too long or deep/);
    await refused(await zip([[`root/${"a".repeat(2000)}.yaml`, "a: 1"]]), /too long or deep/);
    await refused(await zip([["root/charts/a\u0007.yaml", "a: 1"]]), /too long or deep/);
  });

  test("that says less than it holds is refused", async () => {
    const bytes = Buffer.from(await zip([["root/charts/a.yaml", "a: ".padEnd(4000, "x")]]));
    const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(10, at + 24);
    await expect(readArchive(bytes)).rejects.toMatchObject({ name: "TesseraError" });
  });
});

describe("YAML", () => {
  test.each([
    ["deep lists", "[".repeat(5000) + "]".repeat(5000)],
    ["aliases of what they are in", "a: &a [*a, *a, [*a, *a]]"],
    ["deep maps", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    [
      "aliases of aliases",
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${["b", "c", "d", "e"].map((n, i) => `${n}: &${n} [${`*${"abcd"[i]},`.repeat(9)}1]`).join("\n")}`,
    ],
  ])("with %s is refused in words", (_, text) => {
    expect(() => parseYaml(text, "charts/a.yaml")).toThrow(/charts\/a\.yaml/);
  });

  test("makes plain data only: no tags, no dates, no prototypes", () => {
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
