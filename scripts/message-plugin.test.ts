import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "vite";
import { expect, test } from "vitest";
import { keyOf } from "../src/i18n/key.ts";
import { messages } from "./message-plugin.ts";

const I18N = join(import.meta.dirname, "../src/i18n/translate.ts");
const ENTRY = `import { t } from ${JSON.stringify(I18N)};
self.shown = (count: number) => [t("Row limit"), t("Open##verb"), t("{count, plural, one {# row} other {# rows}}", { count })];
void import("./src/chart.ts");`;
const CHART = `import { t } from ${JSON.stringify(I18N)};
self.chart = () => [t("Row limit"), t("No data")];`;

test("builds English into the code without a parser, and one catalog per part with only its messages", async () => {
  const root = mkdtempSync(join(tmpdir(), "messages-"));
  try {
    const sources = join(root, "src");
    mkdirSync(join(sources, "src"), { recursive: true });
    writeFileSync(join(sources, "entry.ts"), ENTRY);
    writeFileSync(join(sources, "src", "chart.ts"), CHART);
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      plugins: [messages([{ name: "charts", texts: /chart\.ts$/, neededBy: /chart\.ts$/ }])],
      build: { manifest: true, minify: false, rolldownOptions: { input: join(sources, "entry.ts") } },
    });
    const manifest = JSON.parse(readFileSync(join(root, "dist/.vite/manifest.json"), "utf8"));
    const read = (key: string) => readFileSync(join(root, "dist", manifest[key].file), "utf8");

    const code = read("src/entry.ts");
    expect(code).toContain('t("Row limit")');
    expect(code.replaceAll(/\s/g, "")).toContain('"one":[0,"row"]');
    expect(code).not.toContain("MISSING_OTHER_CLAUSE");

    const page: { self: { messages?: Record<string, Record<string, unknown>> } } = { self: {} };
    for (const part of ["app", "charts"]) runInNewContext(read(`messages-en-XA-${part}.js`), page);
    expect(page.self.messages?.app?.[keyOf("Row limit")]).toBe("[Řöw ļîmîţ····]");
    expect(page.self.messages?.app?.[keyOf("Open##verb")]).toBe("[Öpéñ··]");
    expect(Object.keys(page.self.messages?.charts ?? {})).toEqual([keyOf("No data")]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
