import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseChangelog, releaseChangelog } from "../scripts/changelog.ts";

const text = readFileSync("CHANGELOG.md", "utf8");
const [unreleased, ...released] = parseChangelog(text);
const versionIn = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;

describe("CHANGELOG.md", () => {
  test("starts with unreleased changes, then versions from newest to oldest", () => {
    expect(unreleased?.version).toBeUndefined();
    const dates = released.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const numbers = released.map(({ version = "" }) =>
      version
        .split(".")
        .map((part) => part.padStart(4, "0"))
        .join("."),
    );
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    expect(new Set(numbers).size).toBe(released.length);
  });

  test("has the version of the package, of the tests and of the Helm chart as its latest release", () => {
    const latest = released[0]?.version;
    expect([versionIn("package.json"), versionIn("tests/package.json")]).toEqual([latest, latest]);
    expect(readFileSync("deploy/helm/Chart.yaml", "utf8")).toContain(`\nversion: ${latest}\nappVersion: "${latest}"\n`);
  });

  test("groups entries by the headings of Keep a Changelog, one line each", () => {
    for (const { version = "Unreleased", groups, entries } of [unreleased, ...released].filter(
      (one) => one !== undefined,
    )) {
      const order = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
      const titles = groups.map(({ title }) => title);
      expect.soft(titles, version).toEqual(order.filter((title) => titles.includes(title)));
      expect
        .soft(
          groups.flatMap((group) => group.entries),
          version,
        )
        .toEqual(entries);
      expect
        .soft(
          entries.filter((entry) => !/^- [A-Z][\w .-]*: .{5,}\.$/.test(entry) || entry.length > 122),
          version,
        )
        .toEqual([]);
    }
  });

  test("a release moves the unreleased changes under its version", () => {
    const before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Charts: More.\n\n## [1.0.0] - 2026-01-02\n";
    const sections = parseChangelog(releaseChangelog(before, "1.1.0", new Date("2026-03-04T05:00:00Z")));
    expect(sections.map(({ version, date, entries }) => [version, date, entries])).toEqual([
      [undefined, undefined, []],
      ["1.1.0", "2026-03-04", ["- Charts: More."]],
      ["1.0.0", "2026-01-02", []],
    ]);
  });

  test("rejects a heading that isn't a version", () => {
    expect(() => parseChangelog("## Next week")).toThrow('unexpected heading "## Next week"');
  });
});
