#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { isAbsolute, resolve } from "node:path";
import { IS_PACKAGE, installDependencies, nodePath, programPath, serve } from "./runtime.mjs";

/**
 * `tessera` starts the server; `tessera export|import|validate DIR` and what else `main-cli` knows works on its store.
 * Folders are as seen from where it is called, which for `npm run` is not where it runs.
 */
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2);
if (args.length > 0) runCommand();
else if (IS_PACKAGE) await serve(nodePath());
else await import("./start.mjs");

function runCommand() {
  const node = nodePath();
  installDependencies("run");
  const resolved = args.map((arg, i) => (isPath(i) && !isAbsolute(arg) ? resolve(from, arg) : arg));
  const { status } = spawnSync(node, [programPath("main-cli"), ...resolved], { stdio: "inherit" });
  process.exit(status ?? 1);
}

/** Of `drivers install ENGINE` nothing is. */
function isPath(i) {
  if (args[0] === "drivers" || args[i].startsWith("-")) return false;
  return i === 1 || args[i - 1] === "--secrets" || (i > 1 && args[i - 1] === "--sparse");
}
