import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * What `npm start`, `npm test` and `npx tessera` need before any of the project's own code can run: a supported Node and
 * the dependencies of the lock file. Plain JavaScript without packages, because it runs on whatever Node is there.
 */

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, "node_modules", ".tessera-stamp");
/** A published package, whose dependencies are installed with it, has JavaScript in `lib/` in place of the sources. */
export const IS_PACKAGE = !existsSync(join(ROOT, "src"));
const OLDEST = [22, 22];
const PINNED = "24.21.0";
/**
 * Packages run nothing as they are installed. Fewer npm messages; an old npm running the install is no reason to warn,
 * the product runs on the pinned Node.
 */
const OPTIONS = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** What npm installs at each level; a higher level includes the ones before it. */
const LEVELS = {
  run: ["--omit=dev", "--workspaces=false"],
  build: ["--workspaces=false"],
  all: [],
};

/** Path of a Node that runs the product: this one when new enough, else a pinned one from the npm registry. */
export function nodePath() {
  if (isSupported(process.versions.node)) return process.execPath;
  const folder = IS_PACKAGE ? join(homedir(), ".cache", "tessera") : join(ROOT, ".node");
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  const isThere = existsSync(binary);
  console.log(
    `Node ${process.versions.node} is older than ${OLDEST.join(".")}: ${isThere ? "using" : "fetching"} Node ${PINNED} (in ${folder})`,
  );
  if (!isThere) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    npm(["install", "--no-save", "--no-package-lock", ...OPTIONS, `${name}@${PINNED}`], folder);
    // Headers for add-ons that compile, which none here does: 67 MB.
    rmSync(join(folder, "node_modules", name, "include"), { recursive: true, force: true });
  }
  return binary;
}

/**
 * Installs the dependencies of the lock file unless exactly these are there. `least` is `run` for what the server runs
 * on, `build` to build the interface too, `all` for tests and checks too. What was there of a higher level stays.
 */
export function installDependencies(least = "all") {
  if (IS_PACKAGE) return;
  const wanted = dependencyDigest();
  const [digest, installed] = readStamp();
  const levels = Object.keys(LEVELS);
  const isEnough = levels.indexOf(installed) >= levels.indexOf(least);
  if (digest === wanted && isEnough) return;
  const level = isEnough ? installed : least;
  console.log("Installing dependencies");
  npm(["ci", ...LEVELS[level], ...OPTIONS], ROOT);
  writeFileSync(STAMP, `${wanted} ${level}`);
}

/** Leaves what the server runs on, unless tests and checks were installed too. */
export function removeBuildDependencies() {
  const [digest, installed] = readStamp();
  if (installed !== "build") return;
  npm(["prune", ...LEVELS.run, ...OPTIONS], ROOT);
  writeFileSync(STAMP, `${digest} run`);
}

function dependencyDigest() {
  const manifests = ["package.json", join("tests", "package.json")].map((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, file), "utf8"));
    return [dependencies, devDependencies];
  });
  return digestOf(["package-lock.json"], JSON.stringify(manifests));
}

/** The digest of the dependencies that are installed and their level. */
function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8").split(" ") : [];
}

/** The file of a program, e.g. `main-server`, as this installation has it. */
export function programPath(name) {
  return IS_PACKAGE ? join(ROOT, "lib", `${name}.js`) : join(ROOT, "src", `${name}.ts`);
}

/** Runs the server until it ends, on the pinned Node where this one is too old: then this process only passes signals on. */
export async function serve(node) {
  const main = programPath("main-server");
  if (node === process.execPath) {
    await import(pathToFileURL(main).href);
    return;
  }
  const server = spawn(node, [main], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
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
