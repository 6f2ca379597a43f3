import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, normalize, relative } from "node:path";

/**
 * Writes `lib/`, the server as JavaScript for packages, because Node doesn't strip types in `node_modules`. Contains
 * all files that the three programs load, in the folders of `src/`, with types replaced by blanks.
 */

const ROOT = join(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");
const TARGET = join(ROOT, "lib");
const PROGRAMS = ["main-server.ts", "main-worker.ts", "main-cli.ts"];
const DRIVERS = join("server", "drivers");

/** File names in imports and in entries of threads and processes. */
const NAMED = /(["'])(\.{1,2}\/[\w./-]+)\.(ts|tsx|json)\1/g;

const written = new Set<string>();

function write(path: string): void {
  if (written.has(path) || path.startsWith("..")) return;
  written.add(path);
  const target = join(TARGET, path.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  if (path.endsWith(".json")) {
    copyFileSync(join(SOURCE, path), target);
    return;
  }
  if (path.endsWith(".tsx")) throw new Error(`The server loads ${path}, which is a part of the interface.`);
  const code = stripTypeScriptTypes(readFileSync(join(SOURCE, path), "utf8"));
  writeFileSync(
    target,
    code.replace(NAMED, (_, quote, name, type) => `${quote}${name}.${type === "ts" ? "js" : type}${quote}`),
  );
  for (const [, , name, type] of code.matchAll(NAMED)) write(normalize(join(dirname(path), `${name}.${type}`)));
}

rmSync(TARGET, { recursive: true, force: true });
for (const program of PROGRAMS) write(program);
for (const file of readdirSync(join(SOURCE, DRIVERS), { recursive: true, encoding: "utf8" })) {
  if (file.endsWith(".json")) write(join(DRIVERS, file));
}
console.error(`${relative(ROOT, TARGET)}: ${written.size} files`);
