import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf, installDependencies, ROOT, removeBuildDependencies } from "./runtime.mjs";

const PLUGINS = ["classic-scripts", "found-messages", "ground", "message-plugin", "safe-packages"].map((name) =>
  join("scripts", `${name}.ts`),
);

/**
 * Installs what the server runs on and builds the interface where its sources changed, with packages that are there only
 * for that long. Ends the process where the build fails.
 */
export function installAndBuild(node) {
  const wanted = digest();
  installDependencies(isUpToDate(wanted) ? "run" : "build");
  buildWhenStale(node, wanted);
  removeBuildDependencies();
}

/** Builds the interface unless what is in `dist/` was built of exactly these sources. Ends the process where the build fails. */
export function buildWhenStale(node, wanted = digest()) {
  if (isUpToDate(wanted)) return;
  console.log("Building the interface");
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const built = spawnSync(node, [vite, "build", "--logLevel", "warn"], { cwd: ROOT, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(STAMP, wanted);
}

const LOCALES = join(ROOT, "locales");
const STAMP = join(ROOT, "dist", "web.stamp");
const isUpToDate = (wanted) => existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted;
const digest = () =>
  digestOf([...webSources(), ...PLUGINS, ...catalogs(), ...guides(), "package-lock.json", "vite.config.ts"]);

const catalogs = () => (existsSync(LOCALES) ? readdirSync(LOCALES) : []).map((file) => join("locales", file)).sort();

/** Pages of the documentation, which the interface shows. */
function guides() {
  return ["docs", join("docs", "guide")]
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(".md"))
    .sort();
}

function webSources() {
  const folders = [
    ...["shell", "pages", "features", "web", "ui", "editor"],
    ...["chart-types", "chart-kit", "chart-seam", "query", "model", "i18n", "api"],
  ];
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, "src", folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((file) => !file.startsWith(join("src", "api")) || file.endsWith("contract.ts"))
    .concat(join("src", "main-web.tsx"))
    .sort();
}
