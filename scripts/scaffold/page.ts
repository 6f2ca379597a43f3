import type { Name, Scaffold } from "./scaffold.ts";

export function page(name: Name): Scaffold {
  const folder = `src/pages/${name.kebab}`;
  return {
    files: {
      [`${folder}/${name.pascal}Page.tsx`]: component(name),
      [`${folder}/${name.pascal}Page.test.tsx`]: test(name),
    },
    lines: [
      {
        file: "src/pages/index.ts",
        line: `  { path: "/${name.kebab}/", title: t("${name.title}"), guard: null, load: async () => ({ Component: (await import("./${name.kebab}/${name.pascal}Page.tsx")).${name.pascal}Page }) },`,
        before: /^\];/,
      },
    ],
  };
}

const component = (name: Name) => `import { t } from "../../i18n/translate.ts";

/** The whole page under the shell's navigation. */
export function ${name.pascal}Page() {
  return (
    <main>
      <h1>{t("${name.title}")}</h1>
    </main>
  );
}
`;

const test = (name: Name) => `import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ${name.pascal}Page } from "./${name.pascal}Page.tsx";

test("the page has its heading", () => {
  render(<${name.pascal}Page />);
  expect(screen.getByRole("heading", { name: "${name.title}" })).toBeTruthy();
});
`;
