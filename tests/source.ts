import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { parseSync } from "rolldown/utils";

export const ROOT = join(import.meta.dirname, "..");

export interface SourceFile {
  path: string;
  text: string;
}

export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("src/testing/");

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export function parse(file: SourceFile): Node {
  const parsed = parseSync(file.path, file.text, { lang: file.path.endsWith("x") ? "tsx" : "ts" });
  const [error] = parsed.errors;
  if (error) throw new Error(`${file.path}: ${error.message}`);
  return parsed.program as unknown as Node;
}

export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

export interface Import {
  path: string;
  isType: boolean;
  isLazy: boolean;
}

const known = new WeakMap<SourceFile, Import[]>();

export function importsOf(file: SourceFile): Import[] {
  const imports = known.get(file) ?? findImports(file);
  known.set(file, imports);
  return imports;
}

function findImports(file: SourceFile): Import[] {
  const imports: Import[] = [];
  for (const node of walk(parse(file))) {
    const source = node.source as Node | undefined;
    const target = source && typeof source.value === "string" ? source.value : undefined;
    if (!target?.startsWith(".")) continue;
    imports.push({
      path: normalize(join(dirname(file.path), target)),
      isType: node.importKind === "type" || node.exportKind === "type",
      isLazy: node.type === "ImportExpression",
    });
  }
  return imports;
}

export interface SourceFunction {
  name: string;
  line: number;
  lines: number;
  parameters: number;
  complexity: number;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const BRANCHES = new Set([
  "IfStatement",
  "ConditionalExpression",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "CatchClause",
  "LogicalExpression",
]);

/** Functions with length, parameters and cyclomatic complexity, excluding inner functions. */
export function functionsOf(file: SourceFile): SourceFunction[] {
  const found: SourceFunction[] = [];
  const lineOf = lineCounter(file.text);
  visit(parse(file), "(module)", (node, name) => {
    const start = lineOf(node.start);
    const params = Array.isArray(node.params) ? node.params.length : 0;
    const lines = lineOf(node.end) - start + 1;
    found.push({ name, line: start, lines, parameters: params, complexity: 1 + branchesIn(node) });
  });
  return found;
}

function visit(node: Node, name: string, onFunction: (node: Node, name: string) => void): void {
  const own = nameOf(node) ?? name;
  if (FUNCTIONS.has(node.type)) onFunction(node, own);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, own, onFunction);
  }
}

function nameOf(node: Node): string | undefined {
  const id = (node.id ?? node.key) as Node | null | undefined;
  return isNode(id) && typeof id.name === "string" ? id.name : undefined;
}

function branchesIn(root: Node): number {
  let count = 0;
  const step = (node: Node) => {
    if (BRANCHES.has(node.type) || (node.type === "SwitchCase" && node.test)) count += 1;
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child) && !FUNCTIONS.has(child.type)) step(child);
      }
    }
  };
  for (const value of Object.values(root)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !FUNCTIONS.has(child.type)) step(child);
  }
  return count;
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
