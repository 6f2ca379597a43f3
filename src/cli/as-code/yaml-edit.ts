import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { type FieldChange, isFields, isSame, type Step, sharedKey } from "../../model/field-changes.ts";
import { valueOfYaml, yamlNode } from "../../model/yaml.ts";

/**
 * Sets `after` of each change in the document. What doesn't change keeps its comments, the order of its keys and its
 * style; new keys come last.
 */
export function editYaml(document: Document, changes: readonly FieldChange[]): void {
  for (const { path, after: given } of changes) {
    // A setting that is cleared keeps its place.
    const after = given ?? (path.length === 1 ? null : undefined);
    const current = valueOfYaml(document);
    const next = withChange(isFields(current) ? current : {}, path, after);
    document.contents = edited(document.contents as Node | null, next) as typeof document.contents;
  }
}

/** The value with the field changed; undefined removes it. */
export function withChange(value: unknown, [step, ...rest]: readonly Step[], after: unknown): unknown {
  if (step === undefined) return after;
  if (typeof step === "string") {
    const fields = isFields(value) ? value : {};
    const inner = withChange(Object.hasOwn(fields, step) ? fields[step] : undefined, rest, after);
    const { [step]: _, ...others } = fields;
    return inner === undefined ? others : { ...fields, [step]: inner };
  }
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const isIt = (item: unknown) => isFields(item) && String(item[step.key]) === step.is;
  const at = items.findIndex(isIt);
  const inner = withChange(at < 0 ? undefined : items[at], rest, after);
  if (inner === undefined) return items.filter((item) => !isIt(item));
  return at < 0 ? [...items, inner] : items.with(at, inner);
}

/** The node itself, changed in place where it can say the value, else a new one. */
function edited(node: Node | null, next: unknown): Node {
  if (node && isSame(jsOf(node), next)) return node;
  if (isMap(node) && isFields(next)) return editedMap(node, next);
  if (isSeq(node) && Array.isArray(next)) return editedList(node, next);
  const created = yamlNode(next);
  if (isScalar(node) && isScalar(created)) return editedScalar(node, created);
  if (!node) return created;
  created.comment = node.comment;
  created.commentBefore = node.commentBefore;
  if (node.spaceBefore) created.spaceBefore = true;
  return created;
}

function editedScalar(node: Scalar, { value, type }: Scalar): Scalar {
  node.value = value;
  delete node.source;
  const isQuoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
  if (isQuoted && typeof value === "string") return node;
  if (type === undefined) delete node.type;
  else node.type = type;
  return node;
}

function jsOf(node: Node): unknown {
  return node.toJSON() as unknown;
}

const keyText = (pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key);

function editedMap(map: YAMLMap, next: Readonly<Record<string, unknown>>): YAMLMap {
  map.items = map.items.filter((pair) => Object.hasOwn(next, keyText(pair)));
  for (const [name, value] of Object.entries(next)) {
    const pair = map.items.find((one) => keyText(one) === name);
    if (pair) pair.value = edited(pair.value as Node | null, value);
    else map.add({ key: yamlNode(name), value: yamlNode(value) } as Pair);
  }
  return map;
}

/** Items that stay keep their nodes: those with the same key, else those with the same value. */
function editedList(list: YAMLSeq, next: readonly unknown[]): YAMLSeq {
  const nodes = list.items as Node[];
  const values = nodes.map(jsOf);
  const key = sharedKey(values, next);
  const used = new Set<number>();
  const find = (value: unknown, at: number) => {
    const isIt = (item: unknown) =>
      key === undefined ? isSame(item, value) : isFields(item) && isFields(value) && item[key] === value[key];
    const found = values.findIndex((item, i) => !used.has(i) && isIt(item));
    if (found >= 0) return found;
    const isFree =
      key === undefined && values.length === next.length && !next.some((other) => isSame(other, values[at]));
    return isFree && !used.has(at) ? at : -1;
  };
  list.items = next.map((value, at) => {
    const found = find(value, at);
    if (found < 0) return yamlNode(value);
    used.add(found);
    return edited(nodes[found] ?? null, value);
  });
  return list;
}
