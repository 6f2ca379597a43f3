import { join } from "node:path";
import type { Plugin } from "vite";

const TEXTS = join(import.meta.dirname, "../src/ui/package-texts.ts");

interface Patch {
  file: RegExp;
  /** The English in the package's code, and the calls that take its place. */
  calls: readonly [english: string, call: string][];
}

const PATCHES: readonly Patch[] = [
  {
    file: /@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js$/,
    calls: [['role: "img",\n    "aria-label": icon.name', "...iconAttributes(icon.name)"]],
  },
  { file: /@rc-component\/select\/es\/hooks\/useAllowClear\.js$/, calls: [["'Clear'", "clearText()"]] },
  {
    file: /@rc-component\/input-number\/es\/StepHandler\.js$/,
    calls: [
      ["'Increase Value'", "increaseText()"],
      ["'Decrease Value'", "decreaseText()"],
    ],
  },
  {
    file: /@rc-component\/tabs\/es\/TabNavList\/OperationNode\.js$/,
    calls: [["'expanded dropdown'", "moreTabsText()"]],
  },
  // Groups are labeled where they are used.
  { file: /@rc-component\/segmented\/es\/index\.js$/, calls: [['"segmented control"', "undefined"]] },
];

/** Translates what antd says in English in every language. The build fails when its code has changed. */
export const translatedPackages = (): Plugin[] => PATCHES.map(translated);

function translated({ file, calls }: Patch): Plugin {
  let isFound = false;
  return {
    name: "translated-packages",
    apply: "build",
    transform: {
      filter: { id: file },
      handler(code) {
        isFound = true;
        const changed = calls.reduce((before, [english, call]) => {
          if (!before.includes(english)) this.error(`${english} is no longer in this file`);
          return before.replace(english, call);
        }, code);
        const names = new Set(calls.flatMap(([, call]) => /^\W*(\w+)\(/.exec(call)?.[1] ?? []));
        const imports = names.size > 0 ? `import { ${[...names].join(", ")} } from ${JSON.stringify(TEXTS)};\n` : "";
        return { code: imports + changed, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.error(`no file is named ${file.source}`);
    },
  };
}
