import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * What packages bring to every page and no page uses: their modules name it, so the bundler must keep it. Each of these
 * ends the build when its package is written otherwise, so that nothing comes back unseen.
 */
export const leanPackages = (): Plugin[] => [formContext, plainColors, checkedOnly];

/**
 * Inputs and selects read the context of a form, also where there is none. The package's index would bring forms and
 * their validation with it, 8 kB of every page, as it assigns them to one another.
 */
const formContext: Plugin = {
  name: "form-context",
  enforce: "pre",
  resolveId(source, importer) {
    const isContext = source === "@rc-component/form" && importer?.endsWith("antd/es/form/context.js");
    return isContext ? this.resolve("@rc-component/form/es/FormContext", importer) : null;
  },
};

const PRESETS = "/color-picker/components/ColorPresets";
const BRIGHT = "?bright";

/** Buttons ask whether a color is bright, tooltips for one's text: both are written beside panels to pick colors, 9 kB. */
const COLORS = /antd\/es\/color-picker\/(color|util)\.js$/;

const plainColors: Plugin = {
  name: "plain-colors",
  enforce: "pre",
  async resolveId(source, importer) {
    if (source === "@rc-component/color-picker" && COLORS.test(importer ?? "")) {
      return this.resolve("@rc-component/color-picker/es/color", importer);
    }
    if (!source.endsWith(PRESETS) || !importer?.endsWith("/style/token.js")) return null;
    const presets = await this.resolve(source, importer);
    return presets && { id: presets.id + BRIGHT, moduleSideEffects: false };
  },
  load(id) {
    if (!id.endsWith(`${PRESETS}.js${BRIGHT}`)) return null;
    const isBright = /^export const isBright = [\s\S]*?\n\};$/m.exec(readFileSync(id.slice(0, -BRIGHT.length), "utf8"));
    if (!isBright) this.error("antd no longer says in ColorPresets.js whether a color is bright");
    return `import { Color as RcColor } from "@rc-component/color-picker/es/color";\n${isBright[0]}`;
  },
};

/** Schemas check in the browser, and describe themselves on the server alone: 6 kB. */
const checkedOnly: Plugin = {
  name: "checked-only",
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler(code) {
      const checked = code
        .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, "")
        .replace(/^ *jsonSchema: \{[^}]*\},$/m, "")
        .replace(/^ *toJSONSchema\(params\) \{\n.*\n *\},$/m, "");
      if (/\bprocessors\.(?!aggregateChecks)\w+\(|JSONSchemaMethod\(/.test(checked))
        this.error("zod describes its schemas in another way");
      return { code: checked, map: null };
    },
  },
};
