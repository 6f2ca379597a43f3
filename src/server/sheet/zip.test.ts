import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { declaredEntries, entriesOf, isOverlapping } from "./zip.ts";

async function archive(names: string[], options: { zip64?: boolean; comment?: string } = {}): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { zip64: options.zip64 ?? false });
  for (const name of names) await writer.add(name, new TextReader(name.repeat(100)));
  return writer.close(options.comment === undefined ? undefined : new TextEncoder().encode(options.comment));
}
const names = (count: number) => Array.from({ length: count }, (_, i) => `file ${i}.txt`);

describe("the end of an archive", () => {
  test.each([0, 1, 7])("declares %i entries", async (count) => {
    expect(declaredEntries(await archive(names(count)))).toBe(count);
  });

  test("is found before a comment, and in zip64", async () => {
    expect(declaredEntries(await archive(names(2), { comment: "x".repeat(60_000) }))).toBe(2);
    expect(declaredEntries(await archive(names(3), { zip64: true }))).toBe(3);
  });

  test("is found in a slice of a larger buffer", async () => {
    const bytes = await archive(names(2));
    const around = new Uint8Array(bytes.length + 100).fill(0x50);
    around.set(bytes, 50);
    expect(declaredEntries(around.subarray(50, 50 + bytes.length))).toBe(2);
  });

  test("isn't found in other files or truncated archives", async () => {
    const bytes = await archive(names(2));
    for (const other of [new Uint8Array(), new Uint8Array(21), new Uint8Array(100_000), bytes.subarray(0, -1)])
      expect(declaredEntries(other)).toBeUndefined();
  });
});

test("reads no more entries than requested", async () => {
  const open = async () => new ZipReader(new Uint8ArrayReader(await archive(names(5))));
  expect((await entriesOf(await open(), 2)).map(({ filename }) => filename)).toEqual(names(3));
  expect(await entriesOf(await open(), 5)).toHaveLength(5);
});

test("entries that claim more bytes than the archive has overlap", async () => {
  const bytes = await archive(names(3));
  const entries = await entriesOf(new ZipReader(new Uint8ArrayReader(bytes)), 10);
  expect(isOverlapping(entries, bytes.length)).toBe(false);
  expect(isOverlapping(Array.from({ length: 50 }, () => entries).flat(), bytes.length)).toBe(true);
  expect(isOverlapping([], 0)).toBe(false);
});
