/** A section of CHANGELOG.md, in the form of Keep a Changelog. */
export interface ChangelogSection {
  /** Undefined for the unreleased changes. */
  version: string | undefined;
  /** As YYYY-MM-DD. */
  date: string | undefined;
  /** Headings with their lines. */
  groups: { title: string; entries: string[] }[];
  entries: string[];
}

const SECTION = /^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d\d-\d\d))?$/;

/** The sections, newest first. Throws for a heading of another form. */
export function parseChangelog(text: string): ChangelogSection[] {
  const sections: ChangelogSection[] = [];
  for (const line of text.split("\n")) {
    const last = sections.at(-1);
    if (line.startsWith("## ")) {
      const [, version, date] = SECTION.exec(line) ?? [];
      if (version === undefined) throw new Error(`CHANGELOG.md: unexpected heading "${line}"`);
      sections.push({ version: version === "Unreleased" ? undefined : version, date, groups: [], entries: [] });
    } else if (line.startsWith("### ")) last?.groups.push({ title: line.slice(4), entries: [] });
    else if (line.startsWith("- ")) {
      last?.entries.push(line);
      last?.groups.at(-1)?.entries.push(line);
    }
  }
  return sections;
}

/** The text with the unreleased changes under a version, and an empty section for the next ones. */
export function releaseChangelog(text: string, version: string, day: Date): string {
  return text.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${day.toISOString().slice(0, 10)}\n`);
}
