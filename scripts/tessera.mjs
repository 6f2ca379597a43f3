#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { isAbsolute, resolve } from "node:path";
import { IS_PACKAGE, installDependencies, nodePath, programPath, serve } from "./runtime.mjs";

/**
 * `tessera` starts the server; with arguments, `main-cli` runs a command on its store. Paths are relative to the folder
 * it is called from, which differs from the current one with `npm run`.
 */
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2);
const WITH_PATH = new Set(["export", "import", "validate", "backup", "restore"]);
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

function isPath(i) {
  return WITH_PATH.has(args[0]) && i > 0 && !args[i].startsWith("-");
}
