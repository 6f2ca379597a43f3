import { buildWhenStale } from "./build.mjs";
import { installDependencies, nodePath, runScript } from "./runtime.mjs";

/**
 * `node scripts/run.mjs [--interface] FILE [ARG ...]`: a TypeScript file of the project, on a supported Node;
 * `--interface` for one that opens pages, which are built first where they are not or where their sources changed.
 */
const [first, ...rest] = process.argv.slice(2);
const opensPages = first === "--interface";
const [file, ...args] = opensPages ? rest : [first, ...rest];
if (!file) throw new Error("usage: node scripts/run.mjs [--interface] FILE [ARG ...]");
if (opensPages) {
  installDependencies();
  buildWhenStale(nodePath());
}
runScript(file, args);
