import { expect, test } from "vitest";
import { availableBytes, memoryShares, readMemory } from "./memory.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;

test.each([
  ["a small server", 1, { heapMb: 614, engineMb: 256, threadMb: 128, picturesMb: 400, sqlResultBytes: 51 * MB }],
  ["a large server", 16, { heapMb: 4096, engineMb: 4096, threadMb: 2048, picturesMb: 2048, sqlResultBytes: 100 * MB }],
  [
    "at most what each can use",
    512,
    { heapMb: 4096, engineMb: 8192, threadMb: 2048, picturesMb: 2048, sqlResultBytes: 100 * MB },
  ],
])("shares of %s", (_, gigabytes, shares) => {
  expect(memoryShares(gigabytes * GB, true)).toEqual({ totalBytes: gigabytes * GB, ...shares });
});

test("without a limit, Node sets the size of the heap", () => {
  expect(memoryShares(16 * GB, false).heapMb).toBeUndefined();
});

test("a container's limit counts if it is below the machine's memory", () => {
  expect([availableBytes(24, 4), availableBytes(24, 0), availableBytes(24, 2 ** 63)]).toEqual([4, 24, 24]);
});

test("the setting is a size, and at most what there is", () => {
  expect(readMemory("1.5GB").totalBytes).toBe(1.5 * GB);
  expect(readMemory("900 mb").totalBytes).toBe(900 * 1024 ** 2);
  expect(readMemory("1000GB").totalBytes).toBe(readMemory(undefined).totalBytes);
  for (const text of ["2", "2 TB", "100MB", "-1GB", "x"])
    expect(() => readMemory(text)).toThrow(/TESSERA_MEMORY_LIMIT must be a size from 512MB to 1024GB, such as 2GB/);
});
