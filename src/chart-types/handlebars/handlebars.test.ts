import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { render } from "../../chart-kit/handlebars/evaluate.ts";
import { definition as handlebars } from "./definition.ts";
import type { HandlebarsDrawing } from "./transform.ts";

const DATA = {
  data: [
    { name: "Ann", n: 2, tags: ["a", "b"], at: Date.UTC(2024, 1, 5, 13) },
    { name: "<b>Bob</b>", n: 0, tags: [], at: null },
  ],
  who: { first: "Ada" },
  yes: true,
  none: null,
};

const WRITTEN: [template: string, text: string][] = [
  ["{{who.first}} {{who.[first]}} {{none}}{{missing.deep}}", "Ada Ada "],
  ["{{data.0.name}} {{data.[1].name}} {{{data.1.name}}}", "Ann &lt;b&gt;Bob&lt;/b&gt; <b>Bob</b>"],
  ["{{#each data}}{{@index}}:{{name}}{{#unless @last}},{{/unless}}{{/each}}", "0:Ann,1:&lt;b&gt;Bob&lt;/b&gt;"],
  // Numbers after a right-to-left name stay after it.
  ['{{"בגדאד"}}: {{data.0.n}}', "\u2068בגדאד\u2069: 2"],
  ["{{#each data.0.tags as |tag i|}}{{i}}{{tag}}{{../who.first}}{{/each}}", "0aAda1bAda"],
  [
    "{{#each data}}{{#each tags}}{{../name}}{{this}}{{@root.who.first}} {{else}}-{{/each}}{{/each}}",
    "AnnaAda AnnbAda -",
  ],
  ["{{#each who}}{{@key}}={{this}}{{/each}}", "first=Ada"],
  ["{{#if none}}a{{else if yes}}b{{else}}c{{/if}}", "b"],
  ["{{#each data}}{{#if n}}y{{else}}n{{/if}}{{#if n includeZero=true}}z{{/if}}{{/each}}", "yznz"],
  ["{{#with who as |w|}}{{w.first}}{{first}}{{else}}x{{/with}}", "AdaAda"],
  ["{{#who}}{{first}}{{/who}}{{^none}}nothing{{/none}}{{#yes}}t{{/yes}}", "Adanothingt"],
  ['{{lookup data.0.tags 1}} {{lookup who "first"}}', "b Ada"],
  ["{{! said to nobody }}{{!-- nor this --}}a  {{~who.first~}}  b", "aAdab"],
  ['{{#*inline "card"}}<{{title}}>{{/inline}}{{> card title="T"}}{{> card who title=who.first}}', "<T><Ada>"],
  ["{{stringify who}} {{{stringify who}}}", '{&quot;first&quot;:&quot;Ada&quot;} {"first":"Ada"}'],
  ["{{#with (parseJson '{\"a\":[1,2]}')}}{{a.[1]}}{{/with}}", "2"],
  [
    '{{dateFormat data.0.at format="MMMM YYYY, HH:mm"}} {{formatDate "D MMM" data.0.at}}{{dateFormat none}}',
    "February 2024, 13:00 5 Feb",
  ],
  [
    '{{formatNumber 1234567.891}} {{formatNumber 1234.5 "de-DE"}} {{formatCurrency 3 "EUR"}}',
    "1,234,567.891 1.234,5 €3.00",
  ],
  ['{{#if (and (eq data.0.name "Ann") (gt data.0.n 1) (not none))}}in{{/if}}{{ifx (lte 2 1) "a" "b"}}', "inb"],
  [
    "{{sum 1 2 3}} {{difference 5 2}} {{multiplication 2 3}} {{division 9 3}} {{remainder 7 4}} {{round 2.5}}",
    "6 3 6 3 3 3",
  ],
  [
    '{{uppercase "ab"}} {{capitalizeEach "a b"}} {{excerpt "abcdef" 3}} {{join data.0.tags "+"}} {{count data}}',
    "AB A B abc... a+b 2",
  ],
  ['{{newLineToBr "a<\nb"}} {{contains "abc" "b"}} {{coalesce none "c"}} {{concat 1 "x"}}', "a&lt;<br>b true c 1x"],
];

describe("a template", () => {
  test.each(WRITTEN)("%s", (template, text) => expect(render(template, DATA)).toBe(text));

  test("allows any number of {{else if}}, but only a few per block", () => {
    expect(render("{{#if none}}a{{else if none}}b{{~else if yes}}c{{/if}}".repeat(400), DATA)).toBe("c".repeat(400));
  });

  const REFUSED: [template: string, message: RegExp][] = [
    ["{{#if a}}", /Parse error on line 1/],
    ["{{nothing 1}}", /Missing helper: "nothing"/],
    ["{{#nothing 1}}{{/nothing}}", /Missing helper: "nothing"/],
    ["{{> missing}}", /The partial missing could not be found/],
    ['{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', /nested too deeply/],
    ['{{parseJson "{"}}', /not JSON/],
    ['{{formatCurrency 1 "nope!"}}', /unknown locale or currency/],
    ["{{#each l}}{{#each ../l}}{{#each ../../l}}{{this}}{{/each}}{{/each}}{{/each}}", /too many steps/],
    [`${"{{#if l}}".repeat(5000)}${"{{/if}}".repeat(5000)}`, /nested too deeply/],
    [`${"{{#if l}}{{!-- {{/if}} --}}\\{{/if}}".repeat(5000)}${"{{/if}}".repeat(5000)}`, /nested too deeply/],
    [`{{#if l}}${"{{else if l}}".repeat(3000)}{{/if}}`, /more than 500 chained \{\{else if\}\}/],
    [`{{${"not (".repeat(5000)}not 1${")".repeat(5000)}}}`, /nested too deeply/],
    [`{{parseJson '${"[".repeat(5000)}${"]".repeat(5000)}'}}`, /uses too many resources/],
    [`{{#each l}}{{#if (concat '${"x".repeat(300_000)}')}}{{/if}}{{/each}}`, /create too much text/],
  ];
  test.each(REFUSED)("template %# is refused in words", (template, message) => {
    expect(() => render(template, { l: Array.from({ length: 100 }, () => 1) })).toThrow(message);
  });

  const REACHING = [
    "{{constructor}}{{constructor.name}}{{__proto__}}{{data.constructor}}{{data.map}}{{who.toString}}",
    '{{lookup who "constructor"}}{{lookup data "__proto__"}}{{lookup who "hasOwnProperty"}}',
    "{{#with who as |w|}}{{w.constructor}}{{w.__proto__.polluted}}{{/with}}{{@root.constructor}}{{@constructor}}",
    '{{#with "text" as |s|}}{{s.constructor}}{{s.sub}}{{#with s.sub}}{{apply}}{{/with}}{{/with}}',
    "{{#each data.0.tags}}{{this.constructor}}{{/each}}{{this.constructor.constructor}}",
  ];
  test.each(REACHING)("%s renders nothing", (template) => expect(render(template, DATA)).toBe(""));

  test("can't change object prototypes", () => {
    render(
      '{{#*inline "p"}}{{x}}{{/inline}}{{> p __proto__=who x=1}}{{#with (parseJson \'{"__proto__":{"bad":1}}\')}}{{bad}}{{/with}}',
      DATA,
    );
    expect(({} as { bad?: unknown; first?: unknown }).bad).toBeUndefined();
    expect(({} as { first?: unknown }).first).toBeUndefined();
  });
});

const FORM = {
  ...handlebars.defaults(),
  viz_type: "handlebars",
  datasource: "7__table",
  groupby: ["a"],
  metrics: ["n"],
};
function draw(formData: Record<string, unknown>) {
  const drawing = handlebars.transform({
    ...{ formData: { ...FORM, ...formData }, results: [{ data: [{ a: "x", n: 1 }] }], theme: chartTheme("light") },
    ...{ colorOf: () => "", rampOf: () => [], width: 300, height: 200 },
  });
  return { ...drawing, props: drawing.props as HandlebarsDrawing };
}

test("queries groups or rows, and nothing else", () => {
  const queriesOf = (formData: Record<string, unknown>) => handlebars.buildQuery({ ...FORM, ...formData }).queries;
  expect(queriesOf({ show_totals: true, server_pagination: true })).toHaveLength(1);
  const shares = { percent_metrics: ["n"], percent_metric_calculation: "all_records" };
  expect(queriesOf(shares)[1]).toMatchObject({ columns: [], metrics: ["n"], row_limit: 0 });
  expect(queriesOf({})[0]).toMatchObject({ columns: ["a"], metrics: ["n"], row_limit: 10_000 });
  expect(queriesOf({ include_time: true, granularity_sqla: "day" })[0]?.columns).toEqual(["day", "a"]);
  expect(queriesOf({ query_mode: "raw", all_columns: ["a", "b"] })[0]).toMatchObject({ columns: ["a", "b"] });
});

test("lists each row by default, and reports an invalid template", () => {
  expect(draw({}).props.html.replace(/\s+/g, " ")).toContain("<li>{&quot;a&quot;:&quot;x&quot;,&quot;n&quot;:1}</li>");
  expect(draw({}).summary).toBe("Handlebars chart with 1 row.");
  expect(draw({ handlebarsTemplate: "{{#each}" }).props).toMatchObject({
    html: "",
    problem: expect.stringContaining("line 1"),
  });
  expect(handlebars.validate({ ...FORM, handlebarsTemplate: "" })).toEqual({
    handlebarsTemplate: "Handlebars template cannot be empty",
  });
});
