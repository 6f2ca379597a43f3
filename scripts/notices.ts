import { readFileSync, writeFileSync } from "node:fs";

/** `npm run notices`: writes THIRD_PARTY_NOTICES.md from the lock file. */

interface LockedPackage {
  version?: string;
  license?: string;
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  packages: Readonly<Record<string, LockedPackage>>;
}

const FILE = "THIRD_PARTY_NOTICES.md";

/** Packages that the server runs and the interface is built from; test packages have their own manifest. */
function productPackages({ packages }: LockFile): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { dependencies, optionalDependencies, devDependencies } = packages[path] ?? {};
    const own = path === "" ? devDependencies : {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...own })) {
      const next = resolvePackage(packages, path, name);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit("");
  return [...found].filter((path) => !path.includes("/@types/"));
}

function resolvePackage(packages: LockFile["packages"], from: string, name: string): string | undefined {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (packages[path]) return path;
  if (from === "") return undefined;
  return resolvePackage(packages, from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0)), name);
}

export function noticesOf(lock: LockFile): string {
  const rows = productPackages(lock).map((path) => {
    const name = path.split("node_modules/").at(-1);
    const { version, license } = lock.packages[path] ?? {};
    return `| [${name}](https://www.npmjs.com/package/${name}/v/${version}) | ${version} | ${license ?? "in the package"} |`;
  });
  return `# Third-party notices

Tessera uses these packages, each under its own license, whose text is in the package. \`npm run notices\` writes this page from the lock file.

| Package | Version | License |
|---|---|---|
${[...new Set(rows)].sort().join("\n")}

Country codes and places come from [world-countries](https://github.com/mledoze/countries) (ODbL), base maps from [Natural Earth](https://www.naturalearthdata.com) (public domain), example data from [vega-datasets](https://github.com/vega/vega-datasets).
`;
}

export const readLock = () => JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;

if (import.meta.main) writeFileSync(FILE, noticesOf(readLock()));
