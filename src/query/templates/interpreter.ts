import { t } from "../../i18n/translate.ts";
import { TesseraError } from "../../model/errors.ts";
import { isHolidaysMissing } from "../holidays.ts";
import { FILTERS, filled, STRING_METHODS, type TemplateFunction } from "./functions.ts";
import { Environment, Interpreter, type Node, parse, type RuntimeValue, type Token, tokenize } from "./jinja.ts";
import { processorLimit, Weights } from "./limits.ts";
import { LISTED } from "./placement.ts";
import { MissingLookup, templateError } from "./template-error.ts";
import { segmentsOf } from "./template-text.ts";
import {
  comparedTexts,
  constant,
  escapedText,
  isEqual,
  plainOf,
  pythonText,
  sizeOf,
  textsOf,
  toFunction,
  toRuntime,
} from "./values.ts";

/**
 * Loaded with the first template. Renders templates with a library's parser and interpreter under limits: steps, CPU
 * time, the size of a template and of every intermediate value; only the functions given here can be called. The
 * library's own ways to multiply text (`replace`, `join`, `indent`, `tojson`) are replaced by limited ones.
 */

export interface TemplateScope {
  variables: Readonly<Record<string, unknown>>;
  functions: Readonly<Record<string, TemplateFunction>>;
  filters: Readonly<Record<string, TemplateFunction>>;
  /** Called with the text of every `{{ ... }}`, and the name of its last filter or of the function that it calls. */
  printed(text: string, maker: string | null): string;
  derived(source: string, results: readonly string[]): void;
}

export const TEMPLATE_LIMITS = { chars: 200_000, steps: 50_000, items: 10_000, ms: 80 } as const;

class LimitError extends Error {}
class UndefinedNameError extends Error {}

/** Throws a 422 for any error in the template. */
export function renderTemplate(template: string, scope: TemplateScope): string {
  if (template.length > TEMPLATE_LIMITS.chars) {
    throw templateError("SecurityError", t("the template is too long"), { template });
  }
  const isTooLong = processorLimit(TEMPLATE_LIMITS.ms);
  const program = parsed(template, isTooLong);
  try {
    return new GuardedInterpreter(scope, isTooLong).rendered(program);
  } catch (error) {
    throw failureOf(error, template);
  }
}

function failureOf(error: unknown, template: string): unknown {
  const isOwn = error instanceof TesseraError || error instanceof MissingLookup || isHolidaysMissing(error);
  if (isOwn || !(error instanceof Error)) return error;
  if (error instanceof LimitError) return templateError("SecurityError", error.message, { template });
  if (error instanceof RangeError)
    return templateError("SecurityError", t("the template is too complex"), { template });
  const type = error instanceof UndefinedNameError ? "UndefinedError" : "TemplateRuntimeError";
  return templateError(type, error.message || t("misplaced statement"), { template });
}

function parsed(template: string, isTooLong: () => boolean): Node {
  const tokens: Token[] = [];
  let line = 1;
  try {
    for (const segment of segmentsOf(template)) {
      line = segment.line;
      if (segment.kind === "text") tokens.push({ type: "Text", value: segment.text });
      else for (const token of tokenize(segment.text)) tokens.push(exact(token));
      if (isTooLong()) throw new LimitError(t("the template takes too long to parse"));
    }
  } catch (error) {
    throw syntaxFailure(error, template, line);
  }
  try {
    return withOutputs(parse(tokens));
  } catch (error) {
    throw syntaxFailure(error, template, null);
  }
}

/** Numbers are doubles, so integers that a double would change are rejected. */
function exact(token: Token): Token {
  if (token.type !== "NumericLiteral" || token.value.includes(".") || Number.isSafeInteger(Number(token.value)))
    return token;
  throw new SyntaxError(t("{value} is too large for a number: write it as a string", { value: token.value }));
}

/** For an unclosed block, the library throws a TypeError. */
function syntaxFailure(error: unknown, template: string, line: number | null): unknown {
  if (error instanceof TesseraError) return error;
  if (error instanceof LimitError) return templateError("SecurityError", error.message, { template });
  const message = error instanceof TypeError ? t("Unexpected end of template") : (error as Error).message;
  return templateError("TemplateSyntaxError", message, { template, line });
}

const BODIES = ["body", "alternate", "defaultBlock"] as const;
const STATEMENTS = new Set(
  "Set If For Macro CallStatement FilterStatement Break Continue Comment StringLiteral".split(" "),
);

function withOutputs(node: Node): Node {
  for (const part of BODIES) {
    const body = node[part];
    if (!Array.isArray(body)) continue;
    node[part] = (body as Node[]).map((child) => (STATEMENTS.has(child.type) ? withOutputs(child) : printing(child)));
  }
  return node;
}

/** Keeps the prototype, by which the library recognizes its own nodes. */
const printing = (expression: Node): Node =>
  Object.assign(Object.create(Object.getPrototypeOf(expression)), { type: "Output", expression });

class GuardedInterpreter extends Interpreter {
  readonly #scope: TemplateScope;
  readonly #members = new Map<string, RuntimeValue>();
  readonly #functions = new Map<string, RuntimeValue>();
  readonly #filters: ReadonlyMap<string, RuntimeValue>;
  readonly #weights = new Weights((message) => new LimitError(message));
  readonly #isTooLong: () => boolean;
  #steps = 0;

  constructor(scope: TemplateScope, isTooLong: () => boolean) {
    super(new Environment());
    this.#isTooLong = isTooLong;
    this.#scope = scope;
    const filters = Object.entries({ ...FILTERS, ...scope.filters });
    this.#filters = new Map(filters.map(([name, run]) => [name, toFunction(run)]));
    const constants = { true: true, false: false, none: null, True: true, False: false, None: null };
    for (const [name, value] of Object.entries({ ...scope.variables, ...constants })) {
      this.global.setVariable(name, toRuntime(value));
    }
    for (const [name, run] of Object.entries({ range, ...scope.functions })) {
      if (name.includes(".")) this.#members.set(name, toFunction(run));
      else this.#functions.set(name, this.global.setVariable(name, toFunction(run)));
    }
  }

  rendered(program: Node): string {
    return String(this.evaluate(program, this.global).value);
  }

  override evaluate(node: Node | undefined, environment: Environment): RuntimeValue {
    if (++this.#steps > TEMPLATE_LIMITS.steps) throw new LimitError(t("the template has too many steps"));
    if (this.#isTooLong()) throw new LimitError(t("the template takes too long to run"));
    const result = (node && this.#special(node, environment)) ?? super.evaluate(node, environment);
    this.#weights.check(result);
    return result;
  }

  #special(node: Node, environment: Environment): RuntimeValue | undefined {
    switch (node.type) {
      case "Output":
        return this.#output(node.expression as Node, environment);
      case "Constant":
        return node.value as RuntimeValue;
      case "FilterExpression":
        return this.#filtered(node.filter as Node, node.operand as Node, environment);
      case "FilterStatement":
        return this.#filtered(node.filter as Node, asBlock(node.body as Node[]), environment);
      case "MemberExpression":
        return this.#member(node, environment);
      case "CallExpression":
        return this.#call(node, environment);
      case "BinaryExpression":
        return this.#binary(node, environment);
      case "For":
        return this.#loop(node, environment);
      case "Set":
        return this.#set(node, environment);
      default:
        return undefined;
    }
  }

  #output(expression: Node, environment: Environment): RuntimeValue {
    const value = this.evaluate(expression, environment);
    if (value.type === "UndefinedValue") return toRuntime(undefinedText(expression));
    return toRuntime(this.#scope.printed(this.#text(value), this.#makerOf(expression, environment)));
  }

  #makerOf(expression: Node, environment: Environment): string | null {
    if (expression.type === "FilterExpression") return filterName(expression.filter as Node);
    const callee = expression.type === "CallExpression" ? (expression.callee as Node) : undefined;
    if (callee?.type !== "Identifier") return null;
    const name = String(callee.value);
    // A template may give the name to something of its own.
    return this.evaluate(callee, environment) === this.#functions.get(name) ? name : null;
  }

  /** Printing a list escapes its texts. */
  #text(value: RuntimeValue): string {
    const printed = pythonText(value);
    if (value.type === "StringValue") return printed;
    const texts = textsOf(value);
    for (const text of texts) this.#scope.derived(text, [escapedText(text)]);
    return texts.length > 0 ? LISTED + printed : printed;
  }

  #filtered(filter: Node, operand: Node, environment: Environment): RuntimeValue {
    const name = filterName(filter);
    const own = this.#filters.get(name);
    const value = this.evaluate(operand, environment);
    const args = filter.type === "CallExpression" ? (filter.args as Node[]) : [];
    const isNoted = !(value.type === "StringValue" ? TEXT_UNCHANGING : UNCHANGING).has(name);
    if (own) {
      const callee = constant(isNoted ? this.#noted(own, value) : own);
      return super.evaluate({ type: "CallExpression", callee, args: [constant(value), ...args] }, environment);
    }
    // The library has nothing at all for the first and the last of an empty list.
    const result =
      super.evaluate({ type: "FilterExpression", operand: constant(value), filter }, environment) ??
      toRuntime(undefined);
    if (isNoted) this.#derive(value, result);
    return result;
  }

  #derive(source: RuntimeValue, result: RuntimeValue): void {
    const results = textsOf(result);
    if (results.length === 0) return;
    for (const text of textsOf(source)) this.#scope.derived(text, results);
  }

  #member(node: Node, environment: Environment): RuntimeValue | undefined {
    const object = this.evaluate(node.object as Node, environment);
    if (object.type === "UndefinedValue") throw new UndefinedNameError(undefinedMessage(node.object as Node));
    const property = node.property as Node;
    const name = node.computed ? (property.type === "StringLiteral" ? property.value : null) : property.value;
    const isText = object.type === "StringValue";
    const own = isText && Object.hasOwn(STRING_METHODS, String(name)) ? STRING_METHODS[String(name)] : undefined;
    const found = own
      ? toFunction((args, named) => own([object.value, ...args], named))
      : super.evaluate({ ...node, object: constant(object) }, environment);
    if (!isText) return found;
    if (found.type !== "FunctionValue") {
      this.#derive(object, found);
      return found;
    }
    if (name === null) throw new LimitError(t("method names can't be computed: write the name in the template"));
    return name === "join" ? found : this.#noted(found, object);
  }

  #noted(method: RuntimeValue, source: RuntimeValue): RuntimeValue {
    const run = method.value as (args: RuntimeValue[], scope: Environment) => RuntimeValue;
    const noted = toRuntime(() => null);
    noted.value = (args: RuntimeValue[], scope: Environment) => {
      const result = run(args, scope);
      for (const operand of [source, ...args]) this.#derive(operand, result);
      return result;
    };
    return noted;
  }

  #call(node: Node, environment: Environment): RuntimeValue | undefined {
    const callee = node.callee as Node;
    const called = this.#members.get(memberName(callee)) ?? this.evaluate(callee, environment);
    if (called.type === "UndefinedValue") throw new UndefinedNameError(undefinedMessage(callee));
    return super.evaluate({ ...node, callee: constant(called) }, environment);
  }

  #binary(node: Node, environment: Environment): RuntimeValue | undefined {
    const operator = (node.operator as { value: string }).value;
    if (!OPERATORS.has(operator)) return undefined;
    const left = this.evaluate(node.left as Node, environment);
    const right = this.evaluate(node.right as Node, environment);
    if (operator === "~") return toRuntime(this.#text(left) + this.#text(right));
    if (operator === "+") return this.#sum(node, [left, right], environment);
    if (operator === "==" || operator === "!=") return toRuntime(isEqual(left, right) === (operator === "=="));
    const isText = left.type === "StringValue";
    if (operator === "%" && isText) return this.#formatted(left, right);
    if (isText && right.type === "StringValue") return toRuntime(comparedTexts(operator, [left, right]));
    return this.#calculated(node, [left, right], environment);
  }

  #formatted(format: RuntimeValue, operand: RuntimeValue): RuntimeValue {
    const values = operand.type === "TupleValue" ? (plainOf(operand) as unknown[]) : [plainOf(operand)];
    const result = toRuntime(filled(format.value, values));
    for (const source of [format, operand]) this.#derive(source, result);
    return result;
  }

  #calculated(node: Node, operands: readonly [RuntimeValue, RuntimeValue], environment: Environment): RuntimeValue {
    const [left, right] = operands.map(constant);
    const operator = (node.operator as { value: string }).value;
    if (DIVISIONS.has(operator) && operands[1].value === 0) throw new TypeError(t("division by zero"));
    const result = super.evaluate({ ...node, left, right }, environment);
    const isOpposed =
      operator === "%" && Number(result.value) !== 0 && Number(result.value) < 0 !== Number(operands[1].value) < 0;
    if (!isOpposed) return result;
    return super.evaluate({ ...node, operator: { value: "+" }, left: constant(result), right }, environment);
  }

  #sum(node: Node, [left, right]: readonly [RuntimeValue, RuntimeValue], environment: Environment): RuntimeValue {
    if ((left.type === "StringValue") !== (right.type === "StringValue")) {
      throw new TypeError(t("can only concatenate strings to strings: use `~` for other values"));
    }
    return super.evaluate({ ...node, left: constant(left), right: constant(right) }, environment);
  }

  /** Items are counted before the library makes a scope for each. */
  #loop(node: Node, environment: Environment): RuntimeValue {
    const iterable = node.iterable as Node;
    const isSelect = iterable.type === "SelectExpression";
    const value = this.evaluate((isSelect ? iterable.lhs : iterable) as Node, environment);
    const size = sizeOf(value);
    if (size > TEMPLATE_LIMITS.items) throw new LimitError(t("a loop over {size, number} items is too long", { size }));
    const over = isSelect ? { ...iterable, lhs: constant(value) } : constant(value);
    return super.evaluate({ ...node, iterable: over }, environment);
  }

  /** Namespaces contain data only: nested ones could grow without limit. */
  #set(node: Node, environment: Environment): RuntimeValue | undefined {
    if ((node.assignee as Node).type !== "MemberExpression" || !node.value) return undefined;
    const value = this.evaluate(node.value as Node, environment);
    if (value.type === "NamespaceValue") throw new LimitError(t("a namespace can't contain another"));
    return super.evaluate({ ...node, value: constant(value) }, environment);
  }
}

const OPERATORS = new Set(["==", "!=", "~", "+", "%", "/", "//", "<", "<=", ">", ">="]);
const DIVISIONS = new Set(["%", "/", "//"]);

/** Filters of lists, and of texts, whose results are their input or contain it unchanged. */
const UNCHANGING = new Set(
  "where_in join default d list sort unique reverse first last safe selectattr rejectattr".split(" "),
);
const TEXT_UNCHANGING = new Set("where_in default d safe".split(" "));

const asBlock = (body: readonly Node[]): Node => ({ type: "If", test: constant(toRuntime(true)), body, alternate: [] });

function memberName({ type, object, property, computed }: Node): string {
  if (type !== "MemberExpression" || computed || (object as Node).type !== "Identifier") return "";
  return `${(object as Node).value}.${(property as Node).value}`;
}

const filterName = (filter: Node): string =>
  String(filter.type === "CallExpression" ? (filter.callee as Node).value : filter.value);

function undefinedText(expression: Node): string {
  if (expression.type === "Identifier") return `{{ ${expression.value} }}`;
  if (expression.type !== "MemberExpression" || expression.computed) return "";
  return `{{ no such element: object['${(expression.property as Node).value}'] }}`;
}

const undefinedMessage = (expression: Node): string => {
  const named = expression.type === "MemberExpression" ? (expression.property as Node) : expression;
  return t("{name} is undefined", { name: `'${named.value ?? named.type}'` });
};

const range: TemplateFunction = (args) => {
  const [first = 0, second, step = 1] = args.map(Number);
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (![start, stop, step].every(Number.isInteger)) throw new TypeError(t("range() requires whole numbers"));
  if (step === 0) throw new TypeError(t("range() arg 3 must not be zero"));
  const size = Math.max(0, Math.ceil((stop - start) / step));
  if (size > TEMPLATE_LIMITS.items)
    throw new LimitError(t("Range too big. The limit is {items, number} items", { items: TEMPLATE_LIMITS.items }));
  return Array.from({ length: size }, (_, i) => start + i * step);
};
