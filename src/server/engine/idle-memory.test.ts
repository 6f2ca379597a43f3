import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const MODULE = join(import.meta.dirname, "idle-memory.ts");

/** Works for a while, keeps nothing of it, and then tells its memory: at once, and after a rest. */
const PROGRAM = `
  import { releaseMemoryAtRest } from ${JSON.stringify(MODULE)};
  if (process.argv[2] === "release") releaseMemoryAtRest();
  const rss = () => Math.round(process.memoryUsage.rss() / 1e6);
  let kept = [];
  for (let round = 0; round < 40; round++) {
    kept.push(Array.from({ length: 100_000 }, (_, i) => ({ round, i })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  kept = [];
  const busy = rss();
  await new Promise((resolve) => setTimeout(resolve, 3500));
  console.log(JSON.stringify({ busy, rested: rss() }));
`;

async function memoryOf(mode: string): Promise<{ busy: number; rested: number }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, "program", mode]);
  let output = "";
  child.stdout.on("data", (text) => (output += String(text)));
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  return JSON.parse(output);
}

test("what work has taken is given back once it rests", async () => {
  const { busy, rested } = await memoryOf("release");
  expect(busy).toBeGreaterThan(200);
  expect(rested).toBeLessThan(busy / 2);
});
