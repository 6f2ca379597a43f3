import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const NAMED = /^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)";/gm;
const ICONS = /^import \{([^}]*)\} from "lucide-react";/gm;
const PACKAGE = join(dirname(createRequire(import.meta.url).resolve("lucide-react")), "../esm/lucide-react.mjs");

/** The icons that these source files show, with all they import at once, each by the name of its file. */
export function iconsOf(roots: readonly string[]): Set<string> {
  const files = filesOfIcons();
  const icons = new Set<string>();
  const seen = new Set(roots);
  for (const path of seen) {
    const text = readFileSync(path, "utf8");
    for (const [, list = ""] of text.matchAll(ICONS)) {
      for (const name of list.split(",")) icons.add(files.get(name.replace(/ as .*/, "").trim()) ?? "");
    }
    for (const [, source = ""] of text.matchAll(NAMED)) {
      const file = join(dirname(path), source);
      if (/^\..*\.tsx?$/.test(source) && existsSync(file)) seen.add(file);
    }
  }
  return icons;
}

/** Icons have several names, and their file the newest. */
function filesOfIcons(): Map<string, string> {
  const lines = readFileSync(PACKAGE, "utf8").matchAll(/^export \{([^}]*)\} from '.\/icons\/([\w-]+)\.mjs'/gm);
  return new Map(
    [...lines].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
}
