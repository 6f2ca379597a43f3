import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { AssertionCheck } from "../../model/assertion.ts";
import { badRequest, unprocessable } from "../../model/errors.ts";
import { CreateAssertion } from "./contract.ts";

/** Of dbt's `manifest.json` (from version 7, dbt 1.3) only what tests need; everything else is dropped. */
const Text = z
  .string()
  .transform((text) => text.replaceAll("\0", " ").toWellFormed())
  .nullish()
  .catch(null);
const Texts = z.record(z.string(), z.unknown()).nullish().catch(null);

const Node = z.object({
  resource_type: Text,
  name: Text,
  alias: Text,
  schema: Text,
  identifier: Text,
  description: Text,
  compiled_code: Text,
  column_name: Text,
  attached_node: Text,
  loaded_at_field: Text,
  test_metadata: z.object({ name: z.string(), namespace: Text, kwargs: Texts }).nullish().catch(null),
  depends_on: z
    .object({ nodes: z.array(z.string()).nullish() })
    .nullish()
    .catch(null),
  config: Texts,
  freshness: Texts,
});
type Node = z.infer<typeof Node>;

const Nodes = z.record(z.string(), z.unknown()).nullish();
const Manifest = z.object({ nodes: Nodes, sources: Nodes });
const RunResults = z.object({ results: z.array(z.object({ unique_id: z.string(), compiled_code: Text })) });

interface DbtProject {
  /** By dbt's `unique_id`. */
  nodes: ReadonlyMap<string, Node>;
  sources: ReadonlyMap<string, Node>;
  compiled: ReadonlyMap<string, string>;
}

export interface DbtTask {
  manifest: string;
  runResults: string | undefined;
  dataset: DbtDataset;
}

export interface DbtTests {
  tests: DbtTest[];
  skipped: SkippedTest[];
}

/** Throws a 400 for texts that aren't dbt's. */
export function readTests({ manifest, runResults, dataset }: DbtTask): DbtTests {
  return testsOf(readDbt(manifest, runResults), dataset);
}

function readDbt(manifest: string, runResults: string | undefined): DbtProject {
  const { nodes, sources } = parsed(Manifest, manifest, "manifest.json");
  const results = runResults ? parsed(RunResults, runResults, "run_results.json").results : [];
  return {
    nodes: nodesOf(nodes),
    sources: nodesOf(sources),
    compiled: new Map(results.flatMap(({ unique_id, compiled_code: sql }) => (sql ? [[unique_id, sql] as const] : []))),
  };
}

function parsed<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw badRequest(t("This isn't a {file} of dbt.", { file }));
  }
}

function nodesOf(nodes: z.infer<typeof Nodes>): Map<string, Node> {
  return new Map(
    Object.entries(nodes ?? {}).flatMap(([id, value]) => {
      const node = Node.safeParse(value).data;
      return node ? [[id, node]] : [];
    }),
  );
}

export interface DbtDataset {
  schema: string | null;
  table_name: string;
  columns: readonly string[];
}

export interface DbtTest {
  external_id: string;
  name: string;
  description: string | null;
  check: AssertionCheck;
  where: string | null;
}

export interface SkippedTest {
  name: string;
  reason: string;
}

const MAX_TESTS = 10_000;

/** Tests and source freshness of the model or source whose table the dataset is. */
function testsOf(project: DbtProject, dataset: DbtDataset): DbtTests {
  const models = matching(project, dataset);
  const tests: DbtTest[] = [];
  const skipped: SkippedTest[] = [];
  const add = (id: string, node: Node, read: () => ReadTest | string) => {
    if (tests.length + skipped.length >= MAX_TESTS)
      throw unprocessable(t("The file takes too much time or memory to read"));
    const found = read();
    const test = typeof found === "string" ? found : asSaved(id, node, found);
    if (typeof test === "string") skipped.push({ name: nameOf(node.name ?? "") || nameOf(id), reason: test });
    else tests.push(test);
  };
  for (const [id, node] of project.nodes)
    if (node.resource_type === "test" && modelsOf(node).some((model) => models.has(model)))
      add(id, node, () => readTest(node, { project, id, dataset }));
  for (const [id, node] of project.sources)
    if (models.has(id) && node.freshness && node.loaded_at_field) add(id, node, () => readFreshness(node, dataset));
  return { tests, skipped };
}

type ReadTest = Pick<DbtTest, "check" | "where">;

/** What the API accepts, which the interface saves again. */
const Saved = CreateAssertion.pick({ name: true, description: true, where: true }).extend({
  external_id: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
});

/** Or the reason why it can't be saved. */
function asSaved(id: string, node: Node, { check, where }: ReadTest): DbtTest | string {
  const name = nameOf(node.name ?? "") || nameOf(`${check.kind} ${columnsOf(check)}`);
  const description = node.description?.trim() || null;
  const { data, error } = Saved.safeParse({ external_id: id, name, description, where });
  if (!data) return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
  return { external_id: data.external_id, name: data.name, description, check, where };
}

const columnsOf = ({ params }: AssertionCheck) =>
  "columns" in params ? params.columns.join(", ") : "column" in params ? params.column : "";

const MAX_NAME = 250;

/** On one line, and no half of an emoji at its end. */
const nameOf = (text: string) =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME)
    .replace(/\p{Cs}$/u, "")
    .trim();

/** A generic test belongs to one model, though a `relationships` test depends on two. */
const modelsOf = ({ attached_node, depends_on }: Node) => (attached_node ? [attached_node] : (depends_on?.nodes ?? []));

function matching({ nodes, sources }: DbtProject, { schema, table_name }: DbtDataset): Set<string> {
  const isTable = (node: Node) => {
    const name = node.identifier ?? node.alias ?? node.name;
    const isSchema = !schema || !node.schema || schema.toLowerCase() === node.schema.toLowerCase();
    return isSchema && name?.toLowerCase() === table_name.toLowerCase();
  };
  const all = [...nodes, ...sources].filter(([, node]) => node.resource_type !== "test" && isTable(node));
  return new Set(all.map(([id]) => id));
}

interface TestContext {
  project: DbtProject;
  id: string;
  dataset: DbtDataset;
}

function readTest(node: Node, { project, id, dataset }: TestContext): ReadTest | string {
  const config = node.config ?? {};
  if (config.enabled === false) return t("It's disabled.");
  const limit = ownLimit(config);
  if (limit !== null) return limit;
  const own = AssertionCheck.safeParse(ownTest(node, dataset)).data;
  if (own) return { check: own, where: whereOf(config) };
  const sql = node.compiled_code ?? project.compiled.get(id);
  if (!sql) return t("Run dbt compile first: its SQL isn't in the file.");
  // It has the condition.
  const check = AssertionCheck.safeParse({ kind: "sql", params: { sql } }).data;
  return check ? { check, where: null } : t("Its SQL is too long.");
}

const whereOf = ({ where }: Readonly<Record<string, unknown>>) =>
  typeof where === "string" ? where.replaceAll("\0", " ").toWellFormed().trim() || null : null;

/** Of dbt itself, not of a package. */
function ownTest({ test_metadata: test, column_name }: Node, dataset: DbtDataset): object | undefined {
  if (!test || test.namespace) return undefined;
  const kwargs = test.kwargs ?? {};
  const column = columnIn(dataset, kwargs.column_name ?? column_name);
  return column === undefined ? undefined : paramsOf(test.name, column, kwargs);
}

/** In words, if the test doesn't fail with each row that its query returns, which is the default. */
function ownLimit(config: Readonly<Record<string, unknown>>): string | null {
  // With the severity `warn`, dbt ignores `error_if`.
  const field = ruleOf(config.severity)?.toLowerCase() === "warn" ? "warn_if" : "error_if";
  const [calculation, condition] = [ruleOf(config.fail_calc), ruleOf(config[field])];
  const isRowCount = calculation === null || /^count\(\*\)$/i.test(calculation);
  const limit = isRowCount ? allowedRows(condition) : undefined;
  if (limit === 0) return null;
  if (limit !== undefined)
    return t("It allows {limit, plural, one {# failing row} other {up to # failing rows}} ({field}).", {
      limit,
      field,
    });
  const rules = [
    ...(isRowCount ? [] : [`fail_calc: ${calculation}`]),
    ...(condition ? [`${field}: ${condition}`] : []),
  ];
  return t("It has its own rule for failures: {rule}", { rule: rules.join(", ") });
}

const MAX_RULE = 200;

const ruleOf = (value: unknown) => (typeof value === "string" ? nameOf(value).slice(0, MAX_RULE) : null) || null;

/** Undefined for conditions that don't allow a number of rows, such as `between 5 and 10`. */
function allowedRows(condition: string | null): number | undefined {
  if (condition === null) return 0;
  const [, operator, number] = /^(!=|<>|>=|>)\s*(\d{1,15})$/.exec(condition) ?? [];
  if (operator === ">") return Number(number);
  if (operator === ">=" && Number(number) > 0) return Number(number) - 1;
  return operator !== undefined && operator !== ">=" && Number(number) === 0 ? 0 : undefined;
}

function paramsOf(name: string, column: string, { values }: Readonly<Record<string, unknown>>) {
  switch (name) {
    case "not_null":
      return { kind: "not_null", params: { column } };
    case "unique":
      return { kind: "unique", params: { columns: [column] } };
    case "accepted_values":
      return { kind: "accepted_values", params: { column, values } };
    default:
      return undefined;
  }
}

const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, day: 24 };

function readFreshness({ freshness, loaded_at_field }: Node, dataset: DbtDataset): ReadTest | string {
  const Limit = z.object({ count: z.number(), period: z.string() });
  const limit = Limit.safeParse(freshness?.error_after).data ?? Limit.safeParse(freshness?.warn_after).data;
  const column = columnIn(dataset, loaded_at_field);
  if (!column) return t("The dataset has no column “{name}”", { name: loaded_at_field ?? "" });
  const hours = (limit?.count ?? 0) * (HOURS[limit?.period ?? ""] ?? 0);
  const check = AssertionCheck.safeParse({ kind: "freshness", params: { column, hours } });
  return check.success ? { check: check.data, where: null } : t("It has no time limit.");
}

/** As the dataset writes it; dbt quotes names, and some databases fold their case. */
function columnIn({ columns }: DbtDataset, name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  const plain = name.trim().replace(/^(["`[])(.*)["`\]]$/s, "$2");
  return columns.find((one) => one === plain) ?? columns.find((one) => one.toLowerCase() === plain.toLowerCase());
}
