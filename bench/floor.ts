import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { classicScripts } from "../scripts/classic-scripts.ts";
import type { FloorPlan } from "./floor/plan.ts";

export async function buildFloor(plan: FloorPlan): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "tessera-floor-"));
  await build({
    configFile: false,
    logLevel: "error",
    root: join(import.meta.dirname, "floor"),
    base: "/static/",
    plugins: [classicScripts({ calledAtOnce: new Set(["index"]) })],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const page = join(outDir, "index.html");
  const text = JSON.stringify(plan).replaceAll("<", "\\u003c");
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace('id="plan">', () => `id="plan">${text}`),
  );
  return outDir;
}
