import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TesseraError } from "../../model/errors.ts";
import { casesOf } from "../../testing/full-size.ts";
import { longestStretch } from "../../testing/longest-stretch.ts";
import { processorMs } from "../../testing/processor-time.ts";
import { blockThread } from "../../testing/waits.ts";
import { type Dialect, defaultDialect } from "../dialect.ts";
import { compileTemplated } from "./compile-templated.ts";
import { renderTemplate, TEMPLATE_LIMITS } from "./interpreter.ts";
import { Templates } from "./templates.ts";

const backslashes: Dialect = {
  ...defaultDialect,
  quoteText: (value) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
};

interface Options {
  urlParams?: Record<string, unknown>;
  values?: (string | number | null)[];
  dialect?: Dialect;
  username?: string;
}

async function render(
  text: string,
  { urlParams = {}, values = [], dialect = defaultDialect, username = "u" }: Options = {},
) {
  const user = { id: 1, username, email: "e", roles: [] };
  const filters = values.length > 0 ? [{ col: "c", op: "IN", val: values }] : [];
  const dataset = {
    table_name: "t",
    sql: text,
    columns: [],
    metrics: [{ metric_name: "m", expression: "1" }],
    main_dttm_col: null,
  };
  const compiled = await compileTemplated(
    { query: { metrics: ["m"], filters }, dataset: { ...dataset, schema: null }, dialect, now: 0 },
    new Templates({ user, urlParams }),
    async () => null,
  );
  return compiled.statement ?? "";
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof TesseraError) return outcome.message;
  throw new Error(`not refused: ${JSON.stringify(outcome)?.slice(0, 200)}`);
}

describe("templates can't reach anything beyond the macros", () => {
  const ESCAPES = [
    "''.constructor.constructor('return process')()",
    "''['constructor']['constructor']('return process.pid')()",
    "[].constructor.constructor('return 1')()",
    "{}.__proto__",
    "{}['__proto__']['polluted']",
    "range.constructor('return process')()",
    "range.call(1)",
    "range.bind",
    "range.prototype",
    "filter_values.apply",
    "url_param.__globals__",
    "current_user_id.constructor",
    "''.__class__.__mro__",
    "''.__class__.__base__.__subclasses__()",
    "self",
    "self._TemplateReference__context",
    "this",
    "globalThis",
    "process",
    "require('fs')",
    "import('fs')",
    "config",
    "lipsum.__globals__",
    "cycler.__init__",
    "namespace.constructor",
    "namespace(a=1).constructor",
    "'a'.replace.constructor('return 1')()",
    "'a'['replace']['constructor']",
    "raise_exception('x')",
    "strftime_now('%Y')",
    "columns.constructor",
    "filter.__class__",
    "('%s' % process)",
    "get_filters('c').constructor",
    "get_time_filter().constructor",
    "dataset.constructor",
    "loop",
    "caller",
    "varargs",
  ];
  test.each(ESCAPES)("%s", async (expression) => {
    const printed = await render(`{{ ${expression} }}`).catch((error: unknown) => {
      if (error instanceof TesseraError && error.status === 422) return "refused";
      throw error;
    });
    // Unknown names stay as written, other things are refused; nothing is evaluated.
    expect(printed === "refused" || printed === "" || printed.startsWith("{{ ")).toBe(true);
    expect(printed).not.toMatch(/function|native code|\d{3,}|object Object/);
  });

  test("templates of one query can't affect another query's", async () => {
    await render("{% set true = 5 %}{% set where_in = 1 %}{% set range = 2 %}{{ range }}");
    expect(await render("{{ true }}{{ range(2) }}{{ ['a'] | where_in }}")).toBe("True[0, 1]('a')");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("work is bounded", () => {
  test("by computing time, not by time spent waiting for a processor", () => {
    const wait = () => blockThread(2 * TEMPLATE_LIMITS.ms, "a slow peer");
    const scope = {
      variables: {},
      functions: { wait },
      filters: {},
      printed: (text: string) => text,
      derived: () => undefined,
    };
    expect(renderTemplate("{{ wait() }} {{ 1 + 1 }}", scope)).toBe("timed-out 2");
  });

  const x16 = "{% set x = 'aaaaaaaaaaaaaaaa' %}";
  const doubling = (body: string) =>
    `${x16}{% set ns = namespace(x=x) %}{% for i in range(60) %}{% set ns.x = ${body} %}{% endfor %}`;
  test.each([
    ["a huge range", "{{ range(100000000) }}"],
    [
      "nested loops",
      "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}x{% endfor %}{% endfor %}{% endfor %}",
    ],
    ["doubling text", doubling("ns.x ~ ns.x")],
    ["doubling by plus", doubling("ns.x + ns.x")],
    ["doubling by replace", doubling("ns.x.replace('a', 'aa')")],
    ["doubling by the filter", doubling("ns.x | replace('a', 'aa')")],
    [
      "doubling a list",
      `{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}`,
    ],
    [
      "lists of lists",
      `{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}`,
    ],
    [
      "lists of lists as JSON",
      `{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x | tojson }}`,
    ],
    ["a recursive namespace", "{% set ns = namespace(x=1) %}{% set ns.x = ns %}{{ ns.x.x }}"],
    ["a namespace in a list", "{% set ns = namespace(x=1) %}{% set ns.x = [ns, ns] %}{{ ns.x | tojson }}"],
    ["a recursive macro", "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}"],
    ["indenting", "{{ 'a\nb' | indent(100000000) }}"],
    ["joining", `{{ range(10000) | join('${"x".repeat(5000)}') }}`],
    ["padding", "{{ 'a'.zfill(1000000000) }}"],
    ["JSON", "{{ [1] | tojson(indent=100000000) }}"],
    ["deep parentheses", `{{ ${"(".repeat(9000)}1${")".repeat(9000)} }}`],
    ["deep lists", `{{ ${"[".repeat(9000)}${"]".repeat(9000)} }}`],
    ["a long template", "{{ 1 }}".repeat(40_000)],
    [
      "many statements",
      `${"{% set a = 1 %}".repeat(13_000)}{% for i in range(9000) %}{{ i }}{{ i }}{{ i }}{{ i }}{% endfor %}`,
    ],
    ["blanks", `{{${" ".repeat(150_000)}1 }}`],
    ["unclosed blanks", " ".repeat(150_000).concat("{% generation")],
    ["a stolen method", "{% set m = 'repl' ~ 'ace' %}{{ 'a'[m]('a', 'b') }}"],
  ])("%s", async (_, text) => {
    const started = processorMs();
    await refusal(render(text));
    expect(processorMs() - started).toBeLessThan(1500);
  });

  test.each([
    "{% for i in range(10000) %}{{ range(10000)|join(',')|length }}{% endfor %}",
    "{% set x = range(10000)|list %}{% for i in range(10000) %}{{ x == x }}{% endfor %}",
    "{{ 1 }}".repeat(28_000),
  ])("%.50s... is stopped within a tenth of a second", async (text) => {
    await render("{{ 1 }}");
    const stretch = await longestStretch(() => render(text).catch(() => undefined));
    expect(stretch).toBeLessThan(100);
  });

  test("in linear time for blanks within tags and text", async () => {
    const blanks = " ".repeat(15_000);
    const started = processorMs();
    expect(await render(`a${blanks}{{${blanks}1${blanks.slice(0, 4000)}}}${blanks}b`)).toBe(`a${blanks}1${blanks}b`);
    expect(processorMs() - started).toBeLessThan(500);
  });

  test("in linear time for text that is almost a number or a format", async () => {
    const started = processorMs();
    const digits = `{% set digits %}${"1".repeat(190_000)}{% endset %}`;
    expect(await render(`${digits}{{ (digits ~ 'x') | float }} {{ (digits ~ '_') | int }}`)).toBe("0.0 0");
    expect(await render(`{{ '${"a".repeat(1000)}%s' % 'b' }}`)).toHaveLength(1001);
    await expect(render(`{% set f %}%${"0".repeat(100_000)}{% endset %}{{ f % 1 }}`)).rejects.toThrow(
      "unsupported format character",
    );
    await expect(render(`{% set f %}${"%999s".repeat(1000)}{% endset %}{{ f | format(1) }}`)).rejects.toThrow(
      "too complex",
    );
    expect(processorMs() - started).toBeLessThan(1500);
  });
});

const SAMPLES = [
  "1 OR 1=1",
  "x' OR '1'='1",
  "'; DROP TABLE t; --",
  "\\' OR 1=1 --",
  "\\",
  "x\\",
  '" OR 1=1',
  "a`b",
  "/* */",
  "--",
  "-1",
  "a\nb",
  "*/ OR 1=1 /*",
  "O'Brien",
  "New York",
  "\ufdd1 OR 1=1 \ufdd0",
  "a\ufdd1' OR 1=1",
];

function structureOf(sql: string, { escapes }: { escapes: boolean }): string | null {
  let result = "";
  for (let at = 0; at < sql.length; at++) {
    const quote = sql[at] ?? "";
    if (quote !== "'" && quote !== '"' && quote !== "`") {
      result += quote;
      continue;
    }
    for (at++; at < sql.length; at++) {
      if (escapes && sql[at] === "\\") at++;
      else if (sql[at] === quote && sql[at + 1] === quote) at++;
      else if (sql[at] === quote) break;
    }
    if (at >= sql.length) return null;
    // Which of the two kinds of quotes a printed list uses depends on its values.
    result += quote === '"' ? "''" : `${quote}${quote}`;
  }
  return result;
}

describe("request values can't change the structure of the SQL", () => {
  const PLACES = [
    ["SELECT * FROM t WHERE a = '{{ url_param(\"v\") }}' AND b", "url"],
    ["SELECT * FROM t WHERE a = {{ url_param('v') }} AND b", "url"],
    ["SELECT * FROM t WHERE a LIKE '%{{ url_param(\"v\") }}%' OR \"{{ url_param('v') }}\" = 1", "url"],
    ["SELECT * FROM t WHERE a = '{{ url_param(\"v\", escape_result=False) }}'", "url"],
    ["SELECT 1 -- {{ url_param('v') }}\n, 2", "url"],
    ["SELECT 1 /* {{ url_param('v') }} */, 2", "url"],
    ["SELECT 'x{% if true %}{{ url_param('v') }}{% endif %}'", "url"],
    ["{% macro m(a) %}'{{ a }}'{% endmacro %}SELECT {{ m(url_param('v')) }}", "url"],
    ["SELECT {{ url_param('v') | upper }}", "url"],
    ["SELECT '{{ url_param('v')[1:] }}', '{{ url_param('v')[-1] }}'", "url"],
    ["SELECT '{{ url_param('v').split(' ')[0] }}', {{ url_param('v').strip() }}", "url"],
    ["SELECT '{{ url_param('v') | replace(\"'\", '') }}', '{{ url_param('v').replace('a', \"b\") }}'", "url"],
    ["SELECT '{{ filter_values('c') | map('trim') | join(\"','\") }}'", "filter"],
    ["SELECT '{{ filter ~ columns }}', {{ [url_param('v')] }}", "url"],
    ["SELECT '{{ url_param('v') | join(\",\") }}', '{{ url_param('no', url_param('v')) }}'", "url"],
    ["SELECT {{ url_param('no', url_param('v')) }}", "url"],
    ["SELECT '{{ get_time_filter(default=\"2024 : \", strftime=url_param('v')).from_expr }}'", "url"],
    ["SELECT '{{ \"2024-01-01\".strftime(url_param('v')) }}'", "url"],
    ["{% set b %}{{ url_param('v') }}{% endset %}SELECT '{{ b[1:] }}', '{{ b }}'", "url"],
    ["SELECT '{% filter replace(\"a\", \"b\") %}{{ url_param('v') }}{% endfilter %}'", "url"],
    ["SELECT 5-{{ url_param('v') | int }} -- '\n, 1", "url"],
    ["{% for v in filter_values('c') %}'{{ v | title }}'{% endfor %}", "filter"],
    ["SELECT * FROM t WHERE a IN ({{ \"'\" + \"','\".join(filter_values('c')) + \"'\" }})", "filter"],
    ["SELECT * FROM t WHERE a IN {{ filter_values('c') | where_in }}", "filter"],
    ["SELECT * FROM t WHERE a = {{ filter_values('c')[0] }}", "filter"],
    ["SELECT '{{ get_filters('c')[0].val[0] }}', 2", "filter"],
    ["SELECT {{ filter }}", "filter"],
    ["SELECT '{{ current_username() }}', {{ current_username() }}", "user"],
  ] as const;

  for (const dialect of [defaultDialect, backslashes]) {
    const escapes = dialect === backslashes;
    test.each(PLACES)(`%s (${escapes ? "backslashes escape" : "standard"})`, async (text, source) => {
      const options = (value: string): Options => ({
        dialect,
        ...(source === "url" ? { urlParams: { v: value } } : {}),
        ...(source === "filter" ? { values: [value] } : {}),
        ...(source === "user" ? { username: value } : {}),
      });
      const expected = structureOf(await render(text, options("a1")), { escapes });
      const check = async (value: string) => {
        const sql = await render(text, options(value)).catch((error: unknown) => {
          if (error instanceof TesseraError && error.status === 422) return null;
          throw error;
        });
        if (sql === null) return;
        const word = value.replace(/[\ufdd0\ufdd1]/g, "");
        const isWord = /^(?:-\d+|[\p{L}\p{N}_.,\s]*)$/u.test(word);
        const structure = structureOf(sql, { escapes });
        expect(isWord ? sql : structure).toBe(isWord ? sql : expected);
      };
      for (const value of SAMPLES) await check(value);
      const piece = fc.constantFrom(
        "'",
        '"',
        "`",
        "\\",
        "-",
        "/*",
        "*/",
        ";",
        "\n",
        " ",
        "a",
        "OR 1=1",
        "\ufdd0",
        "\ufdd1",
        "$$",
        "#",
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 6 }), (parts) => check(parts.join(""))),
        { numRuns: casesOf(50, 150) },
      );
    });
  }

  test("but are accepted if harmless or quoted by where_in", async () => {
    const url = (v: unknown) => ({ urlParams: { v } });
    expect(await render("WHERE a = {{ url_param('v') }}", url("5"))).toBe("WHERE a = 5");
    expect(await render("IN ({{ url_param('v') }})", url("1, 2,3"))).toBe("IN (1, 2,3)");
    expect(await render("ORDER BY {{ url_param('v') }}", url("city"))).toBe("ORDER BY city");
    expect(await render("a = '{{ url_param('v') }}'", url("New York"))).toBe("a = 'New York'");
    expect(await render("a = '{{ url_param('v') }}'", url("O'Brien"))).toBe("a = 'O''Brien'");
    expect(await render("a = '{{ url_param('v') }}'", { ...url("O'Brien\\"), dialect: backslashes })).toBe(
      "a = 'O\\'Brien\\\\'",
    );
    const values = ["O'Brien", "New York", "1 OR 1=1", null, 3];
    expect(await render("IN {{ filter_values('c') | where_in }}", { values })).toBe(
      "IN ('O''Brien', 'New York', '1 OR 1=1', NULL, 3)",
    );
    const pattern = "IN ({{ \"'\" + \"','\".join(filter_values('c')) + \"'\" }})";
    expect(await render(pattern, { values: ["New York", "a b"] })).toBe("IN ('New York','a b')");
    expect(await refusal(render(pattern, { values: ["O'Brien"] }))).toMatch(/where_in/);
    expect(await render("{% if url_param('v') == 'New York' %}yes{% endif %}", url("New York"))).toBe("yes");
  });

  test("by a list of plain words that ends quotes: some engines read `'a' = '['LIKE']'` as true", async () => {
    const lists: [string, Options][] = [
      ["a = '{{ url_param('v') }}'", { urlParams: { v: ["LIKE"] } }],
      ["a = '{{ url_param('v') }}'", { urlParams: { v: { BETWEEN: "AND" } } }],
      ["a = '{{ filter_values('c') }}'", { values: ["LIKE"] }],
      ["a = '{{ 'x ' ~ filter_values('c') }}'", { values: ["LIKE"] }],
      ["a = '{% set b %}{{ filter_values('c') }}{% endset %}{{ b }}'", { values: ["LIKE"] }],
      ["a = '{{ get_filters('c') }}'", { values: ["LIKE"] }],
    ];
    for (const [text, options] of lists) {
      expect(await refusal(render(text, options)), text).toMatch(/structure/);
    }
    expect(await render("has({{ filter_values('c') }}, a) -- {{ filter }}", { values: ["x", "y"] })).toBe(
      "has(['x', 'y'], a) -- [{'col': 'c', 'op': 'IN', 'val': ['x', 'y']}]",
    );
    expect(await render("a = '{{ filter_values('c') }}'", { values: [1, 2] })).toBe("a = '[1, 2]'");
  });

  test("by hiding each other", async () => {
    const text = "a = '{{ url_param('a', escape_result=False) }}{{ url_param('b', escape_result=False) }}'";
    const urlParams = { a: "x y", b: "x y' OR 1=1 --" };
    expect(await refusal(render(text, { urlParams }))).toMatch(/structure/);
  });
});
