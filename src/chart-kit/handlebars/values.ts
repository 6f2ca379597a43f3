export class SafeText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class TemplateError extends Error {}

export interface Scope {
  value: unknown;
  parent?: Scope;
  data: Readonly<Record<string, unknown>>;
  names?: Readonly<Record<string, unknown>>;
}

export interface Call {
  params: unknown[];
  hash: Readonly<Record<string, unknown>>;
  scope: Scope;
}

export interface BlockRun extends Call {
  names: readonly string[];
  inside(scope: Scope): string;
  otherwise(): string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
  "`": "&#x60;",
  "=": "&#x3D;",
};

export function escaped(value: unknown): string {
  if (value instanceof SafeText) return value.text;
  return textOf(value).replace(/[&<>"'`=]/g, (character) => ESCAPES[character] ?? "");
}

export function textOf(value: unknown): string {
  if (value instanceof SafeText) return value.text;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? "[object Object]" : String(value);
}

export function isEmpty(value: unknown): boolean {
  return (!value && value !== 0) || (Array.isArray(value) && value.length === 0);
}

export function propertyOf(value: unknown, name: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof SafeText) return undefined;
  const key = String(name);
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
