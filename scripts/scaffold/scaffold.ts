import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chartType } from "./chart-type.ts";
import { connector } from "./connector.ts";
import { page } from "./page.ts";
import { resource } from "./resource.ts";

export interface Scaffold {
  files: Readonly<Record<string, string>>;
  lines: readonly RegistryLine[];
}

export interface RegistryLine {
  file: string;
  line: string;
  /** Inserted before the first line that matches from here on. */
  before: RegExp;
}

export interface Name {
  kebab: string;
  camel: string;
  pascal: string;
  snake: string;
  title: string;
}

export const KINDS: Readonly<Record<string, (name: Name) => Scaffold>> = {
  "chart-type": chartType,
  connector,
  resource,
  page,
};

/** Throws unless the text is lowercase words joined by hyphens. */
export function parseName(text: string): Name {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)) throw new Error(`invalid name: ${text} (use lower-case-words)`);
  const words = text.split("-");
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return {
    kebab: text,
    snake: words.join("_"),
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: words.join(" ").replace(/^./, (letter) => letter.toUpperCase()),
  };
}

/** Refuses to overwrite files. Returns the paths created and changed. */
export function write(root: string, scaffold: Scaffold): { created: string[]; changed: string[] } {
  const existingFiles = Object.keys(scaffold.files).filter((file) => existsSync(join(root, file)));
  if (existingFiles.length > 0) throw new Error(`already there: ${existingFiles.join(", ")}`);
  for (const [file, text] of Object.entries(scaffold.files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  for (const line of scaffold.lines) addLine(root, line);
  return { created: Object.keys(scaffold.files), changed: [...new Set(scaffold.lines.map((line) => line.file))] };
}

function addLine(root: string, { file, line, before }: RegistryLine): void {
  const path = join(root, file);
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.findIndex((text) => before.test(text));
  if (at === -1) throw new Error(`no place for the new line in ${file}`);
  writeFileSync(path, [...lines.slice(0, at), line, ...lines.slice(at)].join("\n"));
}
