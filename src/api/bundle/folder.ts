import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { BundleFiles } from "./archive.ts";
import { METADATA } from "./files.ts";

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const isYaml = (name: string) => /\.ya?ml$/i.test(name) && !/^\./.test(name);

export function readFolder(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isYaml(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const tooBig = paths.find((path) => statSync(path).size > MAX_FILE_BYTES);
  if (tooBig) throw new Error(`${tooBig} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  return new Map(paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]));
}

/**
 * Accepts folders like a ZIP, with or without its root folder, and the layout of public examples:
 * `<example>/dashboard.yaml`, `<example>/dataset.yaml` or `<example>/datasets/*.yaml`, `<example>/charts/*.yaml`, and
 * `_shared/database.yaml`.
 */
export function bundleOfFolder(folder: string): BundleFiles {
  const files = readFolder(folder);
  const roots = new Set([...files.keys()].map((path) => path.split("/")[0] ?? ""));
  const [root] = roots;
  const isWrapped = roots.size === 1 && root !== undefined && files.has(`${root}/${METADATA}`);
  if (files.has(METADATA) && !isExample(files)) return files;
  if (isWrapped && !isExample(files)) {
    return new Map([...files].map(([path, text]) => [path.slice(root.length + 1), text]));
  }
  const bundle = new Map<string, string>();
  for (const [path, text] of files) bundle.set(placeOf(path), text);
  if (!bundle.has(METADATA)) bundle.set(METADATA, "version: 1.0.0\ntype: assets\n");
  return bundle;
}

function isExample(files: BundleFiles): boolean {
  return [...files.keys()].some((path) => /^(dashboard|dataset|database)\.ya?ml$/.test(basename(path)));
}

function placeOf(path: string): string {
  const name = basename(path);
  const [, kind] = /^(dashboard|dataset|database)\.ya?ml$/.exec(name) ?? [];
  if (name === METADATA) return METADATA;
  const example = dirname(path).split("/")[0] ?? "";
  if (kind) return `${kind}s/${example === "." ? "example" : example}.yaml`;
  const [, folder, rest] = /(?:^|\/)(databases|datasets|charts|dashboards|themes|queries)\/(.*)$/.exec(path) ?? [];
  return folder ? `${folder}/${example === folder ? "" : `${example}/`}${rest}` : path;
}
