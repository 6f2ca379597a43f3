import { expect, test } from "vitest";
import { msg, pieces, t } from "./translate.ts";

/** Code that must not compile: the type check fails if any of it does. */
export function wrong(name: string, count: number) {
  // @ts-expect-error a missing value
  t("Hello {name}");
  // @ts-expect-error a value too many
  t("Hello", { name });
  // @ts-expect-error a number without a format
  t("Hello {name}", { name: count });
  // @ts-expect-error a value missing within a branch
  t("{count, plural, one {# row of {table}} other {# rows of {table}}}", { count });
  // @ts-expect-error a misspelled value
  t("Hello {name}", { nane: name });
  // @ts-expect-error a text put together, which extraction can't find
  t(`Hello ${name}`);
  // @ts-expect-error the same for a constant
  msg(name);
  // @ts-expect-error a constant whose value nobody could give
  msg("Hello {name}");
  // @ts-expect-error an element in a text that becomes a string
  msg("Hello <b>you</b>");
  // @ts-expect-error a tag without its function
  pieces("Hello <b>{name}</b>", { name });
}

test("doesn't treat words in branches as values", () => {
  expect(t("{count, plural, one {row} other {rows}} in {table}", { count: 2, table: "a" })).toBe("rows in a");
});

test("treats quoted braces and tags as text", () => {
  expect(t("Put the file in '<home>'.")).toBe("Put the file in <home>.");
  expect(t(msg("Write '{{ ds }}' for the date."))).toBe("Write {{ ds }} for the date.");
  expect(t("Isn't {name} '{here}'?", { name: "Ada" })).toBe("Isn't Ada {here}?");
});
