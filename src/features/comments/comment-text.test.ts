import { expect, test } from "vitest";
import { textParts } from "./comment-text.ts";

const shown = (text: string, names: string[] = []) =>
  textParts(text, names).map((part) => (part.kind === "text" ? part.text : `${part.kind}:${part.text}`));

test.each([
  ["plain", ["plain"]],
  ["see https://a.org/x?y=1&z.", ["see ", "link:https://a.org/x?y=1&z", "."]],
  ["(http://a.org/b_(c))", ["(", "link:http://a.org/b_(c)", ")"]],
  ["javascript:alert(1) data:text/html,x ftp://a.org", ["javascript:alert(1) data:text/html,x ftp://a.org"]],
  ['https://a.org/"onmouseover="alert(1)', ["link:https://a.org/", '"onmouseover="alert(1)']],
  ["<a href=https://a.org>x</a>", ["<a href=", "link:https://a.org", ">x</a>"]],
  ["https://", ["https://"]],
])("only web addresses are links: %s", (text, parts) => {
  expect(shown(text)).toEqual(parts);
});

test("marks mentioned names, the longest that fits, outside of links", () => {
  const names = ["Ada", "Ada Lovelace"];
  expect(shown("@Ada Lovelace, @Ada: @Bob", names)).toEqual(["mention:@Ada Lovelace", ", ", "mention:@Ada", ": @Bob"]);
  expect(shown("https://a.org/@Ada", names)).toEqual(["link:https://a.org/@Ada"]);
});
