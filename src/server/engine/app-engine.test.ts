import { expect, test } from "vitest";
import { engineGigabytes } from "./app-engine.ts";

const GIB = 1024 ** 3;

test.each([
  ["of the machine", 24, 0, 6],
  ["of a container's limit", 24, 4, 1],
  ["if the limit is higher than the machine's memory", 24, 2 ** 33, 6],
  ["at least one", 2, 0, 1],
  ["at most eight", 512, 64, 8],
])("the engine uses a quarter of memory: %s", (_, total, allowed, gigabytes) => {
  expect(engineGigabytes(total * GIB, allowed * GIB)).toBe(gigabytes);
});
