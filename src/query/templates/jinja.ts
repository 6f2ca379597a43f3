import * as library from "@huggingface/jinja";

export interface RuntimeValue {
  readonly type: string;
  value: unknown;
  toString(): string;
}

export interface Environment {
  readonly variables: Map<string, RuntimeValue>;
  set(name: string, value: unknown): RuntimeValue;
  setVariable(name: string, value: RuntimeValue): RuntimeValue;
}

export interface Node {
  readonly type: string;
  [part: string]: unknown;
}

export interface Token {
  type: string;
  value: string;
}

interface Interpreter {
  readonly global: Environment;
  evaluate(node: Node | undefined, environment: Environment): RuntimeValue;
}

export const Environment = library.Environment as unknown as new () => Environment;
export const Interpreter = library.Interpreter as unknown as new (environment: Environment) => Interpreter;
export const tokenize = library.tokenize as unknown as (source: string) => Token[];
export const parse = library.parse as unknown as (tokens: readonly Token[]) => Node;
