import { parse } from "@handlebars/parser";
import { t } from "../../i18n/translate.ts";
import { TemplateError } from "./values.ts";

export interface Program {
  body: readonly Statement[];
  blockParams?: readonly string[];
}

interface CallParts {
  path: Expression;
  params: readonly Expression[];
  hash?: { pairs: readonly { key: string; value: Expression }[] };
}

export type Statement =
  | { type: "ContentStatement"; value: string }
  | { type: "CommentStatement" }
  | ({ type: "MustacheStatement"; escaped: boolean } & CallParts)
  | ({ type: "BlockStatement" | "DecoratorBlock"; program?: Program; inverse?: Program } & CallParts)
  | ({ type: "PartialStatement"; name: Expression } & Omit<CallParts, "path">)
  | { type: "Decorator" | "PartialBlockStatement" };
export type MustacheStatement = Extract<Statement, { type: "MustacheStatement" }>;
export type BlockStatement = Extract<Statement, { type: "BlockStatement" | "DecoratorBlock" }>;
export type PartialStatement = Extract<Statement, { type: "PartialStatement" }>;

export interface PathExpression {
  type: "PathExpression";
  data: boolean;
  depth: number;
  parts: readonly unknown[];
  original: string;
}

export type SubExpression = { type: "SubExpression" } & CallParts;

export type Expression =
  | { type: "StringLiteral"; value: string }
  | { type: "NumberLiteral"; value: number }
  | { type: "BooleanLiteral"; value: boolean }
  | { type: "NullLiteral" | "UndefinedLiteral" }
  | SubExpression
  | PathExpression;

/** Rejected before parsing: parse time grows with the square of the depth. */
const MAX_DEPTH = 100;
/** Each `{{else if}}` is parsed as a block inside the previous one. */
const MAX_CHAINED = 500;

/** Throws a `TemplateError` with the line and what was expected. */
export function parseTemplate(template: string): Program {
  const { nested, chained } = depthOf(template);
  if (nested > MAX_DEPTH) throw new TemplateError(t("the template is nested too deeply"));
  if (chained > MAX_CHAINED)
    throw new TemplateError(t("more than {count, number} chained '{{else if}}' blocks", { count: MAX_CHAINED }));
  try {
    return parse(template) as unknown as Program;
  } catch (cause) {
    throw new TemplateError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Whole comments, and tag openings not escaped by a backslash. */
const TAGS = /\{\{~?!--[\s\S]*?--~?\}\}|(?<!(?<!\\)\\)\{\{[^{}]*/g;

function depthOf(template: string): { nested: number; chained: number } {
  const deepest = { nested: 0, chained: 0 };
  const openLines: number[] = [];
  let chained = 0;
  for (const [tag] of template.matchAll(TAGS)) {
    const sign = /^\{\{~?\s*([#^/])/.exec(tag)?.[1];
    if (sign === "#" || (sign === "^" && /\w/.test(tag))) openLines.push(chained);
    else if (sign === "/") chained = openLines.pop() ?? 0;
    else if (/^\{\{~?\s*else\b\s*[^\s~]/.test(tag)) chained += 1;
    deepest.nested = Math.max(deepest.nested, openLines.length + openedIn(tag));
    deepest.chained = Math.max(deepest.chained, chained);
  }
  return deepest;
}

function openedIn(tag: string): number {
  let deepest = 0;
  let open = 0;
  for (const character of tag) {
    open += character === "(" ? 1 : character === ")" ? -1 : 0;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}
