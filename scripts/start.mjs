import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { digestOf, installDependencies, nodePath, ROOT } from "./runtime.mjs";

/** `npm start`: a supported Node, dependencies, a fresh build of the browser's part when its sources changed, the server. */
const PLUGINS = ["classic-scripts", "ground", "lean-packages", "safe-packages"].map((name) =>
  join("scripts", `${name}.ts`),
);
const node = nodePath();
installDependencies();
buildWhenStale();
const main = join(ROOT, "src", "main-server.ts");
if (node === process.execPath) {
  await import(pathToFileURL(main).href);
} else {
  serve();
}

function buildWhenStale() {
  const wanted = digestOf([...webSources(), ...PLUGINS, "package-lock.json", "vite.config.ts"]);
  const stamp = join(ROOT, "dist", "web.stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Building the interface");
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const built = spawnSync(node, [vite, "build", "--logLevel", "warn"], { cwd: ROOT, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stamp, wanted);
}

function webSources() {
  const folders = ["web", "ui", "pages", "editor", "chart-types", "chart-kit", "query", "model", "api"];
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, "src", folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((file) => !file.startsWith(join("src", "api")) || file.endsWith("contract.ts"))
    .concat(join("src", "main-web.tsx"))
    .sort();
}

/** Runs the server on the pinned Node and passes signals on; this process only waits. */
function serve() {
  const server = spawn(node, [main], { cwd: ROOT, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
