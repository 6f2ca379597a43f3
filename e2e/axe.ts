import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Frame, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Adds axe as an init script: the pages' CSP forbids evaluated scripts. */
export const bringAxe = async (context: BrowserContext) => void (await context.addInitScript({ content: AXE }));

export async function seriousFindings(page: Page | Frame): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    // Don't describe passed rules, and don't fetch style sheets again for rules that are off.
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
