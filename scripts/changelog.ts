export interface ChangelogSection {
  /** Undefined for unreleased changes. */
  version: string | undefined;
  date: string | undefined;
  groups: { title: string; entries: string[] }[];
  entries: string[];
}

const SECTION = /^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d\d-\d\d))?$/;

/** Newest first. Throws on unknown headings. */
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

export function releaseChangelog(text: string, version: string, day: Date): string {
  return text.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${day.toISOString().slice(0, 10)}\n`);
}
