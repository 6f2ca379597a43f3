import { t } from "../../i18n/translate.ts";
import { bidiIsolate } from "../text-width.ts";
import { HELPERS, type Helper } from "./calls.ts";
import {
  type BlockStatement,
  type Expression,
  type MustacheStatement,
  type PartialStatement,
  type PathExpression,
  type Program,
  parseTemplate,
  type Statement,
  type SubExpression,
} from "./syntax.ts";
import {
  type BlockRun,
  type Call,
  escaped,
  isEmpty,
  propertyOf,
  SafeText,
  type Scope,
  TemplateError,
  textOf,
} from "./values.ts";

/**
 * Evaluates Handlebars templates on their syntax tree. No code from a template or its data is executed: only own
 * properties of plain data are read, only listed helpers run, and work is limited.
 */

const MAX_STEPS = 500_000;
const MAX_LENGTH = 2_000_000;
const MAX_HELPER_OUTPUT = 20_000_000;

/** Throws a `TemplateError` with a message for the author. */
export function render(template: string, data: unknown): string {
  try {
    return new Evaluation().program(parseTemplate(template), { value: data, data: { root: data } });
  } catch (cause) {
    // Anything the limits miss hits the engine's limit: stack or string length.
    if (cause instanceof RangeError)
      throw new TemplateError(t("the template uses too many resources: {message}", { message: cause.message }));
    throw cause;
  }
}

class Evaluation {
  private steps = 0;
  private length = 0;
  private outputBytes = 0;
  private readonly partials = new Map<string, Program>();

  program(program: Program | undefined, scope: Scope): string {
    return (program?.body ?? []).map((statement) => this.statement(statement, scope)).join("");
  }

  private statement(statement: Statement, scope: Scope): string {
    this.step();
    const text = this.textOfStatement(statement, scope);
    if (statement.type === "ContentStatement" || statement.type === "MustacheStatement") this.length += text.length;
    if (this.length > MAX_LENGTH) throw new TemplateError("template output is too long");
    return text;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw new TemplateError("the template has too many steps");
  }

  private textOfStatement(statement: Statement, scope: Scope): string {
    switch (statement.type) {
      case "ContentStatement":
        return statement.value;
      case "CommentStatement":
        return "";
      case "MustacheStatement":
        return this.mustache(statement, scope);
      case "BlockStatement":
        return this.block(statement, scope);
      case "PartialStatement":
        return this.partial(statement, scope);
      case "DecoratorBlock":
        return this.inlinePartial(statement);
      default:
        throw new TemplateError(t("{statement} is not supported", { statement: statement.type }));
    }
  }

  private mustache(statement: MustacheStatement, scope: Scope): string {
    const value = this.call(statement, scope);
    if (!statement.escaped) return textOf(value);
    const text = escaped(value);
    return value instanceof SafeText ? text : bidiIsolate(text);
  }

  private call({ path, params, hash }: MustacheStatement | SubExpression, scope: Scope): unknown {
    const helper = params.length + (hash?.pairs.length ?? 0) > 0 ? helperOf(path) : plainHelper(path, scope);
    if (helper) return this.answer(helper, this.callOf(params, hash, scope));
    if (params.length > 0) throw new TemplateError(t('Missing helper: "{name}"', { name: helperName(path) ?? "?" }));
    return this.expression(path, scope);
  }

  private answer(helper: Helper, call: Call): unknown {
    this.step();
    const value = helper(call);
    this.outputBytes += typeof value === "string" ? value.length : value instanceof SafeText ? value.text.length : 0;
    if (this.outputBytes > MAX_HELPER_OUTPUT) throw new TemplateError(t("the template's helpers create too much text"));
    return value;
  }

  private callOf(params: readonly Expression[], hash: SubExpression["hash"], scope: Scope): Call {
    return {
      params: params.map((param) => this.expression(param, scope)),
      hash: Object.fromEntries((hash?.pairs ?? []).map(({ key, value }) => [key, this.expression(value, scope)])),
      scope,
    };
  }

  private expression(expression: Expression, scope: Scope): unknown {
    switch (expression.type) {
      case "StringLiteral":
      case "NumberLiteral":
      case "BooleanLiteral":
        return expression.value;
      case "NullLiteral":
        return null;
      case "UndefinedLiteral":
        return undefined;
      case "SubExpression":
        return this.call(expression, scope);
      case "PathExpression":
        return pathValue(expression, scope);
    }
  }

  private block(block: BlockStatement, scope: Scope): string {
    const name = helperName(block.path);
    const run = {
      ...this.callOf(block.params, block.hash, scope),
      names: block.program?.blockParams ?? [],
      inside: (inner: Scope) => this.program(block.program, inner),
      otherwise: () => this.program(block.inverse, scope),
    };
    const own = name === undefined ? undefined : builtInBlocks.get(name);
    if (own) return own(run);
    const helper = block.params.length > 0 ? helperOf(block.path) : plainHelper(block.path, scope);
    if (!helper && block.params.length > 0)
      throw new TemplateError(t('Missing helper: "{name}"', { name: name ?? "?" }));
    const value = helper ? this.answer(helper, run) : this.expression(block.path, scope);
    return blockOf(value, run);
  }

  private inlinePartial(block: BlockStatement): string {
    const [name] = block.params;
    if (helperName(block.path) !== "inline" || name?.type !== "StringLiteral" || !block.program) {
      throw new TemplateError("only inline partials are supported");
    }
    this.partials.set(name.value, block.program);
    return "";
  }

  private depth = 0;

  private partial(statement: PartialStatement, scope: Scope): string {
    const name = statement.name.type === "PathExpression" ? statement.name.original : "";
    const program = this.partials.get(String(name));
    if (!program) throw new TemplateError(t("The partial {name} could not be found", { name: String(name) }));
    const { params, hash } = this.callOf(statement.params, statement.hash, scope);
    const value = params.length > 0 ? params[0] : scope.value;
    const merged = Object.keys(hash).length > 0 ? { ...asRecord(value), ...hash } : value;
    this.depth += 1;
    if (this.depth > 50) throw new TemplateError(t("partials are nested too deeply"));
    const text = this.program(program, { value: merged, parent: scope, data: scope.data });
    this.depth -= 1;
    return text;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function blockOf(value: unknown, run: BlockRun): string {
  if (value === true) return run.inside(run.scope);
  if (Array.isArray(value) && value.length > 0) return builtInBlocks.get("each")?.({ ...run, params: [value] }) ?? "";
  if (isEmpty(value) || value === false) return run.otherwise();
  return run.inside({ value, parent: run.scope, data: run.scope.data });
}

function helperOf(path: Expression) {
  const name = helperName(path);
  return name === undefined ? undefined : HELPERS.get(name);
}

/** Without arguments, data takes precedence over a helper of the same name. */
function plainHelper(path: Expression, scope: Scope) {
  const name = helperName(path) ?? "";
  const isData = nameInScope(name, scope) !== undefined || propertyOf(scope.value, name) !== undefined;
  return isData ? undefined : helperOf(path);
}

function helperName(path: Expression): string | undefined {
  if (path.type !== "PathExpression") return undefined;
  const { parts, data, depth, original } = path;
  const isPlain = !data && depth === 0 && parts.length === 1 && !/^(this|\.)[./]/.test(String(original));
  return isPlain ? String(parts[0]) : undefined;
}

function nameInScope(name: string, scope: Scope): unknown {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at.names && Object.hasOwn(at.names, name)) return at.names[name];
  }
  return undefined;
}

function pathValue({ data, depth, parts, original }: PathExpression, scope: Scope): unknown {
  const names = parts.map(String);
  if (data) {
    let at: Scope | undefined = scope;
    for (let i = 0; i < depth; i++) at = at?.parent;
    return walk(at?.data, names);
  }
  const [first = "", ...rest] = names;
  const isExplicit = /^(this|\.\.?)([./]|$)/.test(String(original));
  const named = depth === 0 && !isExplicit && names.length > 0 ? nameInScope(first, scope) : undefined;
  if (named !== undefined) return walk(named, rest);
  let at: Scope | undefined = scope;
  for (let i = 0; i < depth; i++) at = at?.parent;
  return walk(at?.value, names);
}

function walk(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => propertyOf(at, name), value);
}

const builtInBlocks: ReadonlyMap<string, (run: BlockRun) => string> = new Map([
  ["if", (run) => (isTrue(run) ? run.inside(run.scope) : run.otherwise())],
  ["unless", (run) => (isTrue(run) ? run.otherwise() : run.inside(run.scope))],
  ["with", withBlock],
  ["each", eachBlock],
]);

function isTrue({ params: [value], hash }: BlockRun): boolean {
  return value === 0 ? hash.includeZero === true : !isEmpty(value);
}

function withBlock(run: BlockRun): string {
  const [value] = run.params;
  if (isEmpty(value)) return run.otherwise();
  return run.inside(inner(run, value, { names: [value] }));
}

function eachBlock(run: BlockRun): string {
  const [value] = run.params;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return run.otherwise();
  return entries
    .map(([key, item], index) => {
      const data = { index, key, first: index === 0, last: index === entries.length - 1 };
      return run.inside(inner(run, item, { names: [item, key], data }));
    })
    .join("");
}

interface Inner {
  names: readonly unknown[];
  data?: Record<string, unknown>;
}

function inner({ scope, names: blockNames }: BlockRun, value: unknown, { names, data }: Inner): Scope {
  return {
    value,
    parent: scope,
    data: data ? { ...scope.data, ...data } : scope.data,
    names: Object.fromEntries(blockNames.map((name, i) => [name, names[i]])),
  };
}
