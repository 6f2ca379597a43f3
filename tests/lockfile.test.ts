import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./source.ts";

interface Entry {
  integrity?: string;
  /** Linked packages are folders of the project. */
  link?: boolean;
}

/** npm omits the digest if it wrote the file without packages of other systems. */
test("every package in package-lock.json has a digest", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
  const entries = Object.entries(lock.packages).filter(
    ([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link,
  );
  const bad = entries.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ""));
  expect(entries.length).toBeGreaterThan(500);
  expect(bad.map(([path]) => path)).toEqual([]);
});

test("every package in tests/package.json is used", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "tests", "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const files = ["src", "scripts", "bench", "e2e", "tests"].flatMap((folder) => sourceFiles(folder));
  const texts = files.filter(({ path }) => path !== "tests/lockfile.test.ts").map(({ text }) => text);
  const isUsed = (name: string) => texts.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`));
  const unused = Object.keys(devDependencies).filter((name) => !isUsed(name.replace("@types/", "")));
  // What the testing library for React stands on is named by nobody else.
  expect(unused).toEqual(["@testing-library/dom"]);
});
