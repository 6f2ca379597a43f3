import { parseSync, Visitor } from "rolldown/utils";

interface FoundMessage {
  text: string;
  start: number;
  end: number;
  line: number;
  /** Translated at module load, so in one language for all users. */
  isAtLoad: boolean;
}

export const USES_MESSAGES = /\/i18n\/(?:translate|rich)\.tsx?"/;

const CALLS = new Set(["t", "msg", "pieces", "rich"]);
/** Callbacks of these run immediately. */
const LOOPS = new Set(["map", "flatMap", "forEach", "filter", "reduce"]);

export function foundMessages(file: string, code: string): FoundMessage[] {
  if (!USES_MESSAGES.test(code)) return [];
  const calls = new Map<string, string>();
  const functions: [number, number][] = [];
  const runAtOnce = new Set<number>();
  const found: FoundMessage[] = [];
  const within = ({ start, end }: { start: number; end: number }) => {
    if (!runAtOnce.has(start)) functions.push([start, end]);
  };
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!USES_MESSAGES.test(`${source.value}"`)) return;
      for (const one of specifiers) {
        const name = one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? one.imported.name : "";
        if (CALLS.has(name)) calls.set(one.local.name, name);
      }
    },
    FunctionDeclaration: within,
    FunctionExpression: within,
    ArrowFunctionExpression: within,
    CallExpression({ callee, arguments: [first], start: at }) {
      if (!first) return;
      if (
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        LOOPS.has(callee.property.name)
      )
        runAtOnce.add(first.start);
      const call = callee.type === "Identifier" ? calls.get(callee.name) : undefined;
      const text = call && textOf(first);
      if (text === undefined) return;
      const isAtLoad = call !== "msg" && !functions.some(([start, end]) => start <= at && at < end);
      found.push({ text, start: first.start, end: first.end, line: code.slice(0, at).split("\n").length, isAtLoad });
    },
  }).visit(parseSync(file, code, { lang: file.endsWith("x") ? "tsx" : "ts" }).program);
  return found.sort((a, b) => a.start - b.start);
}

interface Node {
  type: string;
  value?: unknown;
  expressions?: unknown[];
  quasis?: { value: { cooked: string | null } }[];
}

/** Undefined if the message is defined elsewhere: `t(label)`. */
function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions?.length !== 0) return undefined;
  return node.quasis?.[0]?.value.cooked ?? undefined;
}
