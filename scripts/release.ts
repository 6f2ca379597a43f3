import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { MIGRATIONS } from "../src/server/store/migrations/index.ts";
import { RELEASES } from "../src/server/store/migrations/releases.ts";
import { parseChangelog, releaseChangelog } from "./changelog.ts";

const USAGE = "npm run release -- VERSION     writes the version and its changelog section, commits and tags";

const VERSIONED = [
  ["package.json", /(?<="version": ")[^"]+/],
  ["tests/package.json", /(?<="version": ")[^"]+/],
  ["deploy/helm/Chart.yaml", /(?<=^version: ).+/m],
  ["deploy/helm/Chart.yaml", /(?<=^appVersion: ")[^"]+/m],
] as const;

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

const RELEASES_FILE = "src/server/store/migrations/releases.ts";

/** Servers of the next version work on one store with those of this one. */
function recordMigrations(version: string): void {
  const lastMigration = MIGRATIONS.at(-1)?.name;
  if (RELEASES.at(-1)?.lastMigration === lastMigration) return;
  const line = `  { version: "${version}", lastMigration: "${lastMigration}" },\n];`;
  writeFileSync(RELEASES_FILE, readFileSync(RELEASES_FILE, "utf8").replace("\n];", `\n${line}`));
}

function release(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(USAGE);
  if (git("status", "--porcelain") !== "") throw new Error("Commit or stash your changes first.");
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const [unreleased, ...released] = parseChangelog(changelog);
  if (!unreleased || unreleased.entries.length === 0) throw new Error("CHANGELOG.md has no unreleased entries.");
  if (released.some((section) => section.version === version))
    throw new Error(`Version ${version} is already released.`);
  writeFileSync("CHANGELOG.md", releaseChangelog(changelog, version, new Date()));
  for (const [file, place] of VERSIONED) writeFileSync(file, readFileSync(file, "utf8").replace(place, version));
  recordMigrations(version);
  execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { stdio: "inherit" });
  git("commit", "-am", `Release ${version}`);
  git("tag", "-a", `v${version}`, "-m", `Tessera ${version}`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
}

try {
  release(process.argv[2] ?? "");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
