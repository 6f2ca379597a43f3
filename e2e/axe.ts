import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Frame, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Pages forbid evaluated scripts, so axe is handed to all of a context through the debugger, as a script of its own. */
export const bringAxe = async (context: BrowserContext) => void (await context.addInitScript({ content: AXE }));

/** What axe finds serious or critical in all of a page or frame. */
export async function seriousFindings(page: Page | Frame): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    // What passed is not described, and style sheets are not fetched again for rules that are not on.
    return (await axe.run({ preload: false, resultTypes: ["violations"] })).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(" "))
          .slice(0, 3)
          .join(" | ")}`,
    );
}
