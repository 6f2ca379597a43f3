import type { CompiledMessage } from "icu-minify/format";

const [ISOLATE, POP] = ["\u2068", "\u2069"];

/**
 * A translation from right to left, whose string values keep their own direction: the name of a chart doesn't change
 * places with the words beside it.
 */
export const isolated = (message: CompiledMessage): CompiledMessage =>
  typeof message === "string" ? message : (message.flatMap(isolatedNode) as CompiledMessage);

/** Of icu-minify's compiled messages: `[name]` is a value, `[name, kind, branches]` an argument, the rest are tags. */
function isolatedNode(node: unknown): unknown[] {
  if (!Array.isArray(node)) return [node];
  const [name, kind, branches] = node as [unknown, unknown, unknown];
  if (kind === undefined) return [ISOLATE, node, POP];
  if (typeof kind !== "number" || kind === 0) return [[name, ...node.slice(1).flatMap(isolatedNode)]];
  if (typeof branches !== "object" || branches === null) return [node];
  const forms = Object.entries(branches).map(([form, branch]) => [form, isolated(branch as CompiledMessage)]);
  return [[name, kind, Object.fromEntries(forms)]];
}
