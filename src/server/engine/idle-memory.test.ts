import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const MODULE = join(import.meta.dirname, "idle-memory.ts");

const PROGRAM = `
  import { releaseMemoryWhenIdle } from ${JSON.stringify(MODULE)};
  if (process.argv[2] === "release") releaseMemoryWhenIdle();
  const rss = () => Math.round(process.memoryUsage.rss() / 1e6);
  let kept = [];
  for (let round = 0; round < 40; round++) {
    kept.push(Array.from({ length: 100_000 }, (_, i) => ({ round, i })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  kept = [];
  console.log(rss());
  process.stdin.on("data", () => console.log(rss()));
`;

test("memory is released once the process is idle", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, "program", "release"]);
  const readNumber = async () => Number((await once(child.stdout, "data"))[0]);
  const busy = await readNumber();
  expect(busy).toBeGreaterThan(200);
  const rested = () => {
    child.stdin.write("?");
    return readNumber();
  };
  await expect.poll(rested, { interval: 500 }).toBeLessThan(busy / 2);
  child.kill();
});
