export class CteScope {
  readonly #names: ReadonlySet<string>;

  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  with(...names: readonly string[]): CteScope {
    return new CteScope([...this.#names, ...names]);
  }
}

/** ASCII only, for engines that only know the case of ASCII: other letters stay distinct. */
export const lowered = (name: string) => name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const upperCased = (name: string) => name.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

export type TreeNode = Record<string, unknown>;

export const isNode = (value: unknown): value is TreeNode =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const nodesOf = (value: unknown): TreeNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
