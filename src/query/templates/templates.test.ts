import { describe, expect, test } from "vitest";
import { TesseraError } from "../../model/errors.ts";
import type { QueryObject } from "../../model/query-context.ts";
import { defaultDialect } from "../dialect.ts";
import type { QueryDataset } from "../query-dataset.ts";
import { compileTemplated } from "./compile-templated.ts";
import type { Lookup, TemplateRequest } from "./macros.ts";
import { Templates } from "./templates.ts";

const NOW = Date.UTC(2024, 2, 15, 10, 30);
const ann = { id: 7, username: "ann", email: "ann@example.org", roles: ["Gamma", "Alpha"] };
const dataset: QueryDataset = {
  table_name: "sales",
  schema: null,
  main_dttm_col: "day",
  columns: [
    { column_name: "city", type: "VARCHAR", is_dttm: false, filterable: true, groupby: true },
    { column_name: "day", type: "DATE", is_dttm: true, filterable: true, groupby: true },
    { column_name: "at", type: "TIMESTAMP", is_dttm: true, filterable: true, groupby: true },
  ],
  metrics: [
    { metric_name: "total", expression: "SUM(amount)" },
    { metric_name: "nested", expression: "{{ metric('total') }} * 2" },
    { metric_name: "endless", expression: "{{ metric('endless') }}" },
  ],
  template_params: '{"limit": 5, "names": ["x", "y"]}',
};

interface Options {
  query?: QueryObject;
  request?: Partial<TemplateRequest>;
  lookUp?: (lookup: Lookup) => Promise<unknown>;
  engine?: string;
}

async function compiled(text: string, { query = {}, request, lookUp, engine = "" }: Options = {}) {
  const templates = new Templates({ user: ann, urlParams: {}, ...request });
  const input = {
    query: { columns: ["city"], metrics: ["total"], ...query },
    dataset: { ...dataset, sql: text },
    dialect: { ...defaultDialect, engine },
    now: NOW,
  };
  return compileTemplated(input, templates, lookUp ?? (async () => null));
}

const rendered = async (text: string, options?: Options) => (await compiled(text, options)).statement;

async function failure(text: string, options?: Options): Promise<TesseraError> {
  const error = await compiled(text, options).catch((reason: unknown) => reason);
  if (error instanceof TesseraError) return error;
  throw new Error(`no error, but ${JSON.stringify(error)}`);
}

describe("the template language", () => {
  test.each([
    ["{{ 1 + 2 }} {{ 'a' ~ 1 }} {{ 7 // 2 }} {{ 7 % 4 }}", "3 a1 3 3"],
    ["{% if 1 == '1' %}same{% else %}different{% endif %}", "different"],
    ["{% for n in range(3) %}{{ n }}{{ ',' if not loop.last }}{% endfor %}", "0,1,2"],
    ["{% for n in names if n != 'x' %}{{ n }}{% else %}none{% endfor %}", "y"],
    ["{% set ns = namespace(n=0) %}{% for i in range(4) %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "6"],
    ["{% macro pair(a, b='z') %}{{ a }}-{{ b }}{% endmacro %}{{ pair('k') }} {{ pair('k', b='v') }}", "k-z k-v"],
    ["{{ ['a', none, true, 1.5, {'k': \"it's\"}] }}", "['a', None, True, 1.5, {'k': \"it's\"}]"],
    ["{{ none }} {{ true }} {{ ('a', 2) }}", "None True ('a', 2)"],
    ["SELECT {# nothing #}1", "SELECT 1"],
    ["a  {{- ' b ' -}}  c", "a b c"],
    ["{% raw %}{{ kept }} {% if %}{% endraw %}", "{{ kept }} {% if %}"],
    ["{{ '}}' }}{{ {'a': {'b': 1}}['a']['b'] }}", "}}1"],
    ["{{ nothing }} and {{ nothing | default('d') }}", "{{ nothing }} and d"],
    ["{% if nothing %}yes{% else %}no{% endif %}", "no"],
    ["{{ ', '.join(names) }} {{ names | join('+') }} {{ names | map('upper') | join }}", "x, y x+y XY"],
    ["{{ 'a-b'.replace('-', '+').upper() }} {{ 'x' | replace('x', 'yy') }}", "A+B yy"],
    ["{% filter upper %}abc{{ limit }}{% endfilter %}", "ABC5"],
    ["{% set body %}x{{ limit }}{% endset %}{{ body }}", "x5"],
    ["{{ [3, 1, 2] | sort | first }} {{ [1, 2] | sum }} {{ 2.567 | round(1) }}", "1 3 2.6"],
    ["{{ '2024-01-31' | to_datetime('%Y-%m-%d') }}", "2024-01-31 00:00:00"],
    ["{{ ('31 Jan 2024 10PM' | to_datetime('%d %b %Y %I%p')).strftime('%Y/%j %H h') }}", "2024/031 22 h"],
    ["{{ 7 % -3 }} {{ -7 % 3 }} {{ -7 % -3 }} {{ 7.5 % -2 }} {{ 7 // -2 }}", "-2 2 -1 -0.5 -4"],
    [
      "{{ 0.5 | round }} {{ 2.5 | round }} {{ 2.675 | round(2) }} {{ 4.35 | round(1) }} {{ 5 | round }}",
      "0.0 2.0 2.67 4.3 5",
    ],
    ["{{ 1234.5 | round(-2) }} {{ 42.51 | round(1, 'floor') }} {{ 42.51 | round(method='ceil') }}", "1200.0 42.5 43.0"],
    [
      "{{ -3.9 | int }} {{ '12abc' | int }} {{ '3.7' | int }} {{ 'x' | int(5) }} {{ '1f' | int(0, 16) }}",
      "-3 0 3 5 31",
    ],
    [
      "{{ '1,2' | float }} {{ ' 1.5 ' | float }} {{ 3 | float }} {{ ['7', 'x'] | map('float') | join('|') }}",
      "0.0 1.5 3.0 7|0",
    ],
    ["{{ 'xxaxx'.strip('x') }} {{ 'xa'.rstrip('x') }} {{ ' a '.lstrip() }}| {{ 'xx'.strip('x') }}|", "a xa a | |"],
    ["{{ none | default('d') }} {{ none | default('d', true) }}", "None d"],
    ["{{ '2024-01-02' < '2024-01-10' }} {{ 'b' <= 'a' }} {{ 'b' > 'a' }} {{ 'a' >= 'a' }}", "True False True True"],
    [
      "{{ '%s-%03d-%5.1f-%%' | format('a', 7, 2.25) }} {{ 'd%02d' % 3 }} {{ '%s/%s' % ('a', 'b') }}",
      "a-007-  2.2-% d03 a/b",
    ],
    ["{{ '%-3s|%+d|%i' | format('a', 5, 2.9) }}", "a  |+5|2"],
    ["{{ [0, 1, none, 'x'] | select | join }} {{ [1, 2, 3] | reject('odd') | join }}", "1x 2"],
    ["{{ [1, 2, 3] | select('gt', 1) | join }} {{ ['a', 'b'] | reject('in', ['a']) | join }}", "23 b"],
    ["{{ [] | first }}|", "|"],
    ["{{ [1] == [1] }} {{ {'a': 1} == {'a': 2} }} {{ 1 == 1.0 }}", "True False True"],
  ])("%s", async (text, expected) => {
    expect(await rendered(text)).toBe(expected);
  });

  test("leaves text without a template unchanged", async () => {
    const text = "SELECT '{', '}' FROM x WHERE a = '%}' \n";
    const { statement, templates } = await compiled(text);
    expect(statement).toBe(text);
    expect(templates).toBeNull();
  });

  test.each([
    ["SELECT 1\n{{ 1 + }}", "TemplateSyntaxError", 422],
    ["{% if x %}", "TemplateSyntaxError", 422],
    ["{% unknown %}", "TemplateSyntaxError", 422],
    ["{{ 'open", "TemplateSyntaxError", 422],
    ["{% raw %} never ends", "TemplateSyntaxError", 422],
    ["{{ nothing() }}", "UndefinedError", 422],
    ["{{ nothing.part }}", "UndefinedError", 422],
    ["{{ 1 | nofilter }}", "TemplateRuntimeError", 422],
    ["{{ 9007199254740993 }}", "TemplateSyntaxError", 422],
    ["{% break %}", "TemplateRuntimeError", 422],
    ["{{ 1 % 0 }}{{ 1 / 0 }}", "TemplateRuntimeError", 422],
    ["{{ '%s %s' % 1 }}", "TemplateRuntimeError", 422],
    ["{{ '%y' % 1 }}", "TemplateRuntimeError", 422],
    ["{{ 'a' - 'b' }}", "TemplateRuntimeError", 422],
    ["{{ [1] | select('unknown') | join }}", "TemplateRuntimeError", 422],
    ["{{ '31/02/2024' | to_datetime('%d/%m/%Y') }}", "TemplateRuntimeError", 422],
  ])("%s returns a typed error", async (text, type, status) => {
    const error = await failure(text);
    expect(error.status).toBe(status);
    const [entry] = (error.body as { errors: { error_type: string; message: string; extra: object }[] }).errors;
    expect(entry?.error_type).toBe("GENERIC_COMMAND_ERROR");
    expect(entry?.message).toMatch(`Jinja2 template error (${type}): `);
    expect(entry?.extra).toMatchObject({ template: text, exception_type: type });
  });

  test("reports the line of an error in a tag, and only the start of the template", async () => {
    const error = await failure(`SELECT '${"x".repeat(600)}'\n,\n{{ ! }}`);
    const [entry] = (error.body as unknown as { errors: { extra: { line: number; template: string } }[] }).errors;
    expect(entry?.extra.line).toBe(3);
    expect(entry?.extra.template).toHaveLength(500);
  });

  test.each(["cache_key_wrapper(range)", "cache_key_wrapper(namespace(a=1))", "cache_key_wrapper(nothing)"])(
    "%s is rejected, as it isn't data",
    async (call) => {
      expect((await failure(`{{ ${call} }}`)).message).toMatch(/^Unsafe return type for function cache_key_wrapper: /);
    },
  );
});

describe("user macros", () => {
  test("return the user, and null for anonymous visitors", async () => {
    const text =
      "{{ current_user_id() }} {{ current_username() }} '{{ current_user_email() }}' {{ current_user_roles() | where_in }}";
    expect(await rendered(text)).toBe("7 ann 'ann@example.org' ('Alpha', 'Gamma')");
    expect(await rendered("{{ current_user_id() }}{{ current_user_roles() }}", { request: { user: null } })).toBe(
      "NoneNone",
    );
  });

  test("are part of the cache key unless disabled", async () => {
    const keys = async (text: string) => (await compiled(text)).templates?.cacheKeys;
    expect(await keys("{{ current_user_id() }}{{ current_user_id() }}{{ current_username() }}")).toEqual([
      "7",
      '"ann"',
    ]);
    expect(await keys("{{ current_user_id(add_to_cache_keys=False) }}{{ current_username(false) }}")).toEqual([]);
    expect(await keys("{{ current_user_roles() }}")).toEqual(['["Alpha","Gamma"]']);
    expect(await keys("{{ cache_key_wrapper([1, 'x']) }}")).toEqual(['[1,"x"]']);
    expect(await keys("{{ url_param('a', 'b') }}")).toEqual(['"b"']);
    expect(await keys("{{ url_param('a', 'b', add_to_cache_keys=False) }}")).toEqual([]);
  });

  test("return row-level security rules, requested once", async () => {
    const lookups: Lookup[] = [];
    const lookUp = async (lookup: Lookup) => {
      lookups.push(lookup);
      return ["a = 1", "b = 2"];
    };
    expect(
      await rendered("{{ current_user_rls_rules() }} {{ current_user_rls_rules() | join(' AND ') }}", { lookUp }),
    ).toBe("['a = 1', 'b = 2'] a = 1 AND b = 2");
    expect(lookups).toEqual([{ kind: "rls" }]);
  });
});

describe("url_param", () => {
  const urlParams = { name: "O'Brien", id: 5, word: "Rome" };

  test("is escaped for use in a string literal", async () => {
    const options = { request: { urlParams } };
    expect(await rendered("a = '{{ url_param('name') }}'", options)).toBe("a = 'O''Brien'");
    expect(await rendered("{{ url_param('id') }} {{ url_param('word') }} {{ url_param('no') }}", options)).toBe(
      "5 Rome None",
    );
    expect(
      await rendered("{% if url_param('name', escape_result=False) == \"O'Brien\" %}raw{% endif %}", options),
    ).toBe("raw");
  });
});

describe("filters", () => {
  const query: QueryObject = {
    filters: [
      { col: "city", op: "in", val: ["Rome", "Oslo"] },
      { col: "city", op: "LIKE", val: "%o%" },
      { col: "day", op: "TEMPORAL_RANGE", val: "2024-01-01 : 2024-02-01" },
      { col: "at", op: "IS NOT NULL" },
    ],
  };

  test("filter_values and get_filters return the query's own filters", async () => {
    expect(await rendered("{{ filter_values('city') | where_in }}", { query })).toBe("('Rome', 'Oslo', '%o%')");
    expect(await rendered("{{ filter_values('none', 'x') }} {{ filter_values('none') }}", { query })).toBe("['x'] []");
    expect(await rendered("{{ get_filters('city') | map(attribute='op') | join }}", { query })).toBe("INLIKE");
    expect(await rendered("{{ get_filters('at')[0].val }}", { query })).toBe("None");
    expect(await rendered("{{ [] | where_in }} {{ [] | where_in(default_to_none=True) }}")).toBe("() None");
    expect(await rendered('{{ [1, none, true, "it\'s"] | where_in }}')).toBe("(1, NULL, TRUE, 'it''s')");
  });

  test("are reported as applied, and not applied again if removed", async () => {
    const used = await compiled("{{ filter_values('city') | where_in }}", { query });
    expect([...(used.templates?.applied ?? [])]).toEqual(["city"]);
    expect(used.sql).toContain("IN ('Rome', 'Oslo')");
    const removed = await compiled("{{ filter_values('city', remove_filter=True) | where_in }}", { query });
    expect(removed.sql).not.toContain("IN ('Rome', 'Oslo')\n");
    expect(removed.sql.match(/Rome/g)).toHaveLength(1);
    expect(removed.appliedFilters).toContainEqual({ column: "city" });
    const late = await compiled("SELECT 1 AS city, 2 AS amount", {
      query: { ...query, extras: { where: "{{ get_filters('city', remove_filter=True) | length }} > 0" } },
    });
    expect(late.sql).toContain("2 > 0");
    expect(late.sql).not.toContain("Rome");
  });

  test("can't inject SQL through their operators", async () => {
    const text = "{% for f in get_filters('n') %} AND n {{ f.op }} {{ f.val }}{% endfor %}";
    const filters = ["<", ">=", "!="].map((op) => ({ col: "n", op, val: 7 }));
    expect(await rendered(text, { query: { filters } })).toBe(" AND n < 7 AND n >= 7 AND n != 7");
    const hostile = { filters: [{ col: "n", op: "> 1 OR 1 = 1 --", val: 7 }] };
    expect((await failure(text.replace("'n'", "'n', true"), { query: hostile })).status).toBe(422);
  });

  test("get_time_filter returns bounds in the engine's format", async () => {
    const text =
      "{% set f = get_time_filter('day', strftime='%d.%m.%Y') %}'{{ f.from_expr }} {{ f.to_expr }} {{ f.time_range }}'";
    expect(await rendered(text, { query })).toBe("'01.01.2024 01.02.2024 2024-01-01 : 2024-02-01'");
    const quoted = async (call: string, own: QueryObject = query) =>
      rendered(`{% set f = ${call} %}{{ f.from_expr }} {{ f.to_expr }}`, { query: own });
    expect(await quoted("get_time_filter('day')")).toBe("'2024-01-01' '2024-02-01'");
    expect(await quoted("get_time_filter('day', target_type='TIMESTAMP')")).toBe(
      "'2024-01-01 00:00:00.000000' '2024-02-01 00:00:00.000000'",
    );
    expect(await quoted("get_time_filter(default='Last week')")).toBe(
      "'2024-03-08 00:00:00.000000' '2024-03-15 00:00:00.000000'",
    );
    expect(await quoted("get_time_filter()", { time_range: "2024-03-01 : " })).toBe(
      "'2024-03-01 00:00:00.000000' None",
    );
    const later = { ...query, time_range: "2024-03-01 : 2024-03-02" };
    expect(await quoted("get_time_filter('day')", later)).toBe("'2024-03-01' '2024-03-02'");
    expect(await rendered("'{{ filter_values('day')[0] }}'", { query: later })).toBe("'2024-03-01 : 2024-03-02'");
    const none = "get_time_filter('day', default='Last week')";
    expect(await quoted(none, { ...query, time_range: "No filter" })).toBe("'2024-03-08' '2024-03-15'");
    const removed = await compiled("{{ get_time_filter('day', remove_filter=True).from_expr }}", { query });
    expect(removed.sql).not.toContain(`"day" >=`);
    expect([...(removed.templates?.applied ?? [])]).toEqual(["day"]);
  });

  test("the query is available as variables", async () => {
    const own: QueryObject = { time_range: "2024-01-01 : 2024-02-01", granularity: "day", row_limit: 9, row_offset: 3 };
    const text =
      "{{ columns }} {{ groupby }} {{ metrics }} {{ filter }} {{ row_limit }} {{ row_offset }} {{ from_dttm }} {{ to_dttm }} {{ time_column }} {{ time_grain }} {{ table_columns }}";
    expect(await rendered(text, { query: own })).toBe(
      "['city'] ['city'] ['total'] [] 9 3 2024-01-01T00:00:00 2024-02-01T00:00:00 day None ['city', 'day', 'at']",
    );
  });
});

describe("other datasets and metrics", () => {
  test("a saved metric is rendered in place", async () => {
    const own = {
      metrics: [{ expressionType: "SQL" as const, sqlExpression: "{{ metric('nested') }} / 2", label: "m" }],
    };
    expect((await compiled("SELECT 1", { query: own })).sql).toContain("SUM(amount) * 2 / 2");
    // Also where the query asks for the same SQL by itself; but not by a name that means something else.
    const same = [{ expressionType: "SQL" as const, sqlExpression: "SUM(amount)", label: "own" }];
    expect(await rendered("SELECT {{ metric('nested') }} FROM t", { query: { metrics: same } })).toBe(
      "SELECT SUM(amount) * 2 FROM t",
    );
    const request = { urlParams: { v: "SUM(amount)" } };
    const shadowed = "{% set metric = url_param %}SELECT {{ metric('v') }} FROM t";
    expect((await failure(shadowed, { request })).message).toContain("would change the structure");
    expect((await failure("{{ metric('endless') }}")).message).toBe("Cyclic metric macro detected");
    expect((await failure("{{ metric('missing') }}")).message).toBe("Metric ``missing`` not found in `sales`.");
  });

  test("external values are fetched once, then rendered", async () => {
    const lookups: Lookup[] = [];
    const lookUp = async (lookup: Lookup) => {
      lookups.push(lookup);
      return lookup.kind === "metric" ? "COUNT(*) + {{ limit }}" : "SELECT a\nFROM t";
    };
    const text = "SELECT {{ metric('n', 3) }} FROM {{ dataset(9, columns=['a']) }} {{ dataset(9, columns=['a']) }}";
    const source = "(\nSELECT a\nFROM t\n) AS dataset_9";
    const query = { granularity: "day", time_range: "2024-01-01 : " };
    expect(await rendered(text, { lookUp, query })).toBe(`SELECT COUNT(*) + 5 FROM ${source} ${source}`);
    expect(lookups).toEqual([
      { kind: "metric", key: "n", datasetId: 3 },
      {
        kind: "dataset",
        id: 9,
        includeMetrics: false,
        columns: ["a"],
        bounds: { since: Date.UTC(2024, 0, 1), until: null },
      },
    ]);
  });

  test("a failed lookup fails the query, and chains of lookups are limited", async () => {
    const refuse = async () => {
      throw new TesseraError(403, { message: "no" });
    };
    expect((await failure("{{ dataset(1) }}", { lookUp: refuse })).status).toBe(403);
    const text = Array.from({ length: 40 }, (_, i) => `{{ dataset(${i + 1}) }}`).join(" ");
    expect((await failure(text, { lookUp: async () => "SELECT 1" })).message).toMatch(/too many lookups/);
  });
});

describe("partitions", () => {
  const ROWS: Record<string, { columns: string[]; rows: unknown[][] }> = {
    "s.days": { columns: ["day"], rows: [["2024-03-02"], ["2024-03-01"]] },
    hours: {
      columns: ["day", "hour"],
      rows: [
        ["2024-03-02", 4],
        ["2024-03-01", 23],
        ["2024-03-01", 22],
      ],
    },
    none: { columns: ["day"], rows: [] },
    hostile: { columns: ["day"], rows: [["' OR 1 = 1"]] },
  };
  const options: Options = {
    engine: "trino",
    lookUp: async (lookup) => (lookup.kind === "partitions" ? ROWS[lookup.table] : null),
  };

  test.each([
    ["'{{ presto.latest_partition('s.days') }}'", "'2024-03-02'"],
    ["'{{ trino.first_latest_partition('hours') }}'", "'2024-03-02'"],
    ["{{ trino.latest_partitions('hours') | where_in }}", "('2024-03-02', 4)"],
    ["{{ presto.latest_sub_partition('hours', day='2024-03-01') }}", "23"],
    ["{{ presto.latest_sub_partition('hours', day='2023-01-01') }}", "None"],
    ["{{ presto.latest_partition('none') }}", "None"],
    ["{% set at = presto.latest_partition('s.days') %}'{{ at }}'", "'2024-03-02'"],
  ])("%s", async (text, expected) => expect(await rendered(text, options)).toBe(expected));

  test.each([
    ["{{ presto.latest_sub_partition('hours') }}", "values for all partition fields except one. Fields: day, hour"],
    ["{{ presto.latest_sub_partition('hours', month=1) }}", "the partition field month doesn't exist"],
    ["{{ presto.latest_partition() }}", "requires a string"],
    ["{{ presto.latest_partition('hostile') }}", "would change the structure"],
    ["{{ presto.drop('hours') }}", "undefined"],
  ])("%s is rejected", async (text, message) => {
    const error = await failure(text, options);
    expect([error.status, error.message]).toEqual([422, expect.stringContaining(message)]);
  });

  test("are available only for engines that have them", async () => {
    const error = await failure("{{ presto.latest_partition('s.days') }}", { ...options, engine: "duckdb" });
    expect(error.message).toContain("undefined");
  });
});
