import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { headingId } from "../src/pages/help/heading-id.ts";

const FILES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ...globSync("docs/**/*.md")];

const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "");
const anchorsOf = (file: string) =>
  [
    ...readFileSync(file, "utf8")
      .replace(/^ *```[\s\S]*?^ *```/gm, "")
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, title = ""]) => headingId(title));

test("links of the docs lead to files and headings that exist", () => {
  const broken = FILES.flatMap((file) =>
    [...withoutCode(readFileSync(file, "utf8")).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^(https?:|mailto:|\/)/.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return [`${file}: ${link}`];
      return anchor === undefined || !target.endsWith(".md") || anchorsOf(target).includes(anchor)
        ? []
        : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

const CODE = globSync(
  "src/{web,ui,shell,pages,features,chart-kit,chart-types,chart-seam,model,editor}/**/*.{ts,tsx}",
).filter((file) => !file.includes(".test."));

test("labels that the guides name are those of the interface", () => {
  const code = CODE.map((file) => readFileSync(file, "utf8")).join("\n");
  const unknown = globSync("docs/guide/*.md").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, label = ""]) => label)
      .filter((label) => !new RegExp(`["'>\`]\\s*${label.replace(/[.*+?^$()|[\]{}]/g, "\\$&")}\\s*["'<\`]`).test(code))
      .map((label) => `${file}: ${label}`),
  );
  expect(unknown).toEqual([]);
});
