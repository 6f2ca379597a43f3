import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What `npm start` and `npm test` need before any of the project's own code can run: a supported Node and the
 * dependencies of the lock file. Plain JavaScript without packages, because it runs on whatever Node is there.
 */

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST = [22, 22];
const PINNED = "24.21.0";
/** Fewer npm messages; an old npm running the install is no reason to warn, the product runs on the pinned Node. */
const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Path of a Node that runs the product: this one when new enough, else a pinned one from the npm registry. */
export function nodePath() {
  if (isSupported(process.versions.node)) return process.execPath;
  const folder = join(ROOT, ".node");
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  const isThere = existsSync(binary);
  console.log(
    `Node ${process.versions.node} is older than ${OLDEST.join(".")}: ${isThere ? "using" : "fetching"} Node ${PINNED} (in .node/)`,
  );
  if (!isThere) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    npm(["install", "--no-save", "--no-package-lock", ...QUIET, `${name}@${PINNED}`], folder);
  }
  return binary;
}

/** Installs the dependencies of the lock file unless exactly these are there. */
export function installDependencies() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const wanted = digestOf(["package-lock.json"], JSON.stringify([dependencies, devDependencies]));
  const stamp = join(ROOT, "node_modules", ".tessera-stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing dependencies");
  npm(["ci", ...QUIET], ROOT);
  writeFileSync(stamp, wanted);
}

/** Runs a script of the project on the right Node and ends with its exit code. */
export function runScript(file, args) {
  installDependencies();
  const node = nodePath();
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
  };
  const child = spawnSync(node, [join(ROOT, file), ...args], { stdio: "inherit", cwd: ROOT, env });
  process.exit(child.status ?? 1);
}

/** A digest over files (relative to the root), by content, and a text. */
export function digestOf(files, text = "") {
  const hash = createHash("sha256").update(text);
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function npm(args, cwd) {
  const isWindows = process.platform === "win32";
  execFileSync(isWindows ? "npm.cmd" : "npm", args, { cwd, stdio: ["ignore", "inherit", "inherit"], shell: isWindows });
}

function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
