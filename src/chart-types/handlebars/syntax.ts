import { parse } from "@handlebars/parser";
import { TemplateError } from "./values.ts";

/** The syntax tree of a template, as the parser gives it. */
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
  /** Of an `@` variable. */
  data: boolean;
  /** Steps outwards: `../`. */
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

/** Throws `TemplateError` with the line and what was expected there. */
export function parsed(template: string): Program {
  try {
    return parse(template) as unknown as Program;
  } catch (cause) {
    throw new TemplateError(cause instanceof Error ? cause.message : String(cause));
  }
}
