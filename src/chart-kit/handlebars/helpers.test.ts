import { describe, expect, test } from "vitest";
import { render } from "./evaluate.ts";

const DATA = {
  n: 7,
  none: null,
  empty: "",
  zero: 0,
  name: "ada lovelace",
  list: [3, 1, 2],
  words: ["ä", "b"],
  when: Date.UTC(1969, 6, 20, 20, 17),
  row: { a: 1 },
};

describe("template helpers", () => {
  test.each([
    [
      "compare values of one type",
      "{{eq n 7}} {{neq n 7}} {{eq n '7'}} {{eqw n '7'}} {{neqw n '7'}}",
      "true false false true false",
    ],
    [
      "compare texts alphabetically, others by value",
      "{{lt 'a' 'b'}} {{lt 10 9}} {{gt '10' 9}} {{gte 7 n}} {{lte n 6}}",
      "true false true true false",
    ],
    [
      "treat null as empty, but not zero",
      "{{empty none}} {{empty empty}} {{empty zero}} {{empty list}}",
      "true true false false",
    ],
    ["combine conditions", "{{and n none}} {{or none n}} {{not none}} {{not n}}", "false true true false"],
    ["return the first present value", "{{coalesce none empty zero name}}|{{coalesce none}}|", "ada lovelace||"],
    ["choose one of two values, or nothing", "{{ifx n 'yes' 'no'}}{{ifx none 'yes' 'no'}}{{ifx none 'yes'}}", "yesno"],
    [
      "count and search lists",
      "{{count list}} {{count n}} {{includes list 2}} {{includes n 2}} {{contains list 9}}",
      "3 0 true false false",
    ],
    ["return the first and last items of a list", "{{first list}} {{last list}} {{first n}}|", "3 2 |"],
    ["sum lists and numbers in text", "{{sum list 4}} {{sum}} {{sum '1' n}}", "10 0 8"],
    ["round", "{{ceil 1.2}} {{floor -1.2}} {{round -1.5}} {{abs -3}} {{abs '-4'}}", "2 -2 -1 3 4"],
    ["divide by zero", "{{division n 0}} {{remainder n 0}} {{division 0 0}}", "Infinity NaN NaN"],
    [
      "change letter case",
      "{{capitalizeFirst name}} {{ucfirst empty}}{{lcfirst 'ÄB'}} {{lowercase 'ÄB'}}",
      "Ada lovelace äB äb",
    ],
    ["turn texts into identifiers", "{{sanitize ' A b/c! '}} {{sanitize none}}|", "a-b-c |"],
    ["join lists with a separator", "{{join words}} {{join words ''}} {{join n}}|", "ä,b äb |"],
    ["shorten only long texts", "{{excerpt name 4}} {{excerpt name 99}} {{excerpt none}}|", "ada... ada lovelace |"],
    [
      "hide by a class",
      "{{hideIf n}}{{hideIf none}} {{showIf n}}{{showIf none}} {{checkedIf n}} {{selectedIf none}}|",
      "hidden hidden checked |",
    ],
    ["log nothing", "{{log name}}|", "|"],
    [
      "format timestamps before 1970, and invalid ones",
      "{{dateFormat when}} {{dateFormat 'soon'}} {{dateFormat 0 format='YYYY'}}",
      "1969-07-20 soon 1970",
    ],
    [
      "write nothing for a missing number",
      "{{formatNumber none}}{{formatCurrency empty}}|{{formatNumber '12.5'}}",
      "|12.5",
    ],
    ["write objects and lists as JSON", "{{row}} {{list}} {{stringify list 0}}", "[object Object] 3,1,2 [3,1,2]"],
  ])("%s", (_, template, text) => expect(render(template, DATA)).toBe(text));

  test("are overridden by data with the same name", () => {
    expect(render("{{count}} {{first}}", { count: 5, first: "Ada" })).toBe("5 Ada");
  });

  test("accept results of other helpers", () => {
    expect(render("{{uppercase (concat (first words) (last words))}}", DATA)).toBe("ÄB");
    expect(render("{{#if (gt (sum list) 5)}}many{{/if}}", DATA)).toBe("many");
  });
});

describe("templates with unusual data", () => {
  test.each([
    ["null", null],
    ["a text", "text"],
    ["a list", [1, 2]],
    ["nothing", undefined],
  ])("render what is available for %s", (_, data) => {
    expect(render("{{a.b.c}}{{#each rows}}x{{else}}none{{/each}}", data)).toBe("none");
  });

  test("escape markup and all quotes", () => {
    expect(render("{{x}}", { x: `<a href="x" title='y'>&\`=` })).toBe(
      "&lt;a href&#x3D;&quot;x&quot; title&#x3D;&#x27;y&#x27;&gt;&amp;&#x60;&#x3D;",
    );
    expect(render("{{newLineToBr x}}", { x: "<b>\r\n😀" })).toBe("&lt;b&gt;<br>😀");
  });

  test("iterate objects by key and lists by index with named outer scopes", () => {
    const data = { rows: [{ k: { x: 1, y: 2 } }, { k: {} }] };
    expect(
      render("{{#each rows}}{{#each k}}{{@key}}{{this}}{{#if @last}};{{/if}}{{else}}-{{/each}}{{/each}}", data),
    ).toBe("x1y2;-");
    expect(render("{{#each rows}}{{#if @first}}first{{else}}{{@index}}{{/if}}{{/each}}", data)).toBe("first1");
  });
});
