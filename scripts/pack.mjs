import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installAndBuild } from "./build.mjs";
import { nodePath, ROOT } from "./runtime.mjs";

/** Before `npm pack`: the interface is built, and the server is there as JavaScript. */
const node = nodePath();
installAndBuild(node);
const { status } = spawnSync(node, ["--disable-warning=ExperimentalWarning", join(ROOT, "scripts", "lib.ts")], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exit(status ?? 1);
