import type { CompiledMessage } from "icu-minify/format";

/** English that looks foreign, which shows truncated texts and texts missing from the catalogs. */
export const pseudo = (message: CompiledMessage): CompiledMessage =>
  typeof message === "string"
    ? `[${stretched(message)}]`
    : ["[", ...message.map((node) => pseudoNode(node) as never), "]"];

const [SELECT, TIME] = [1, 6];
const BRANCHING = 3;

function pseudoNode(node: unknown): unknown {
  if (typeof node === "string") return stretched(node);
  if (!Array.isArray(node)) return node;
  const [name, kind, branches] = node as [string, unknown, object?];
  if (kind === undefined) return node;
  const isArgument = typeof kind === "number" && kind >= SELECT && kind <= TIME;
  if (!isArgument) return [name, ...node.slice(1).map(pseudoNode)];
  if (kind > BRANCHING) return node;
  return [name, kind, Object.fromEntries(Object.entries(branches ?? {}).map(([form, each]) => [form, branchOf(each)]))];
}

const branchOf = (branch: unknown) => (Array.isArray(branch) ? branch.map(pseudoNode) : pseudoNode(branch));

const PLAIN = "aceinosuyACEINOSUYdlrtzDLRTZ";
const ACCENTED = "àçéîñöšûýÀÇÉÎÑÖŠÛÝđļřţžĐĻŘŢŽ";
const LONGER = 0.4;

function stretched(text: string): string {
  const accented = [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join("");
  const length = text.replaceAll(/\s/g, "").length;
  if (length < 2) return accented;
  const end = /\s*$/.exec(text)?.[0] ?? "";
  return `${accented.trimEnd()}${"·".repeat(Math.ceil(length * LONGER))}${end}`;
}
