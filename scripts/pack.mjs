import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWhenStale } from "./build.mjs";
import { nodePath, ROOT } from "./runtime.mjs";

/** Before `npm pack`: the interface is built, and the server is there as JavaScript. */
const node = nodePath();
buildWhenStale(node);
const { status } = spawnSync(node, ["--disable-warning=ExperimentalWarning", join(ROOT, "scripts", "lib.ts")], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exit(status ?? 1);
