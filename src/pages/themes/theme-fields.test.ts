import { expect, test } from "vitest";
import { defaultOf, fieldValues, modeIn, withMode, withToken } from "./theme-fields.ts";

const TEXT = '{"algorithm":["dark","compact"],"token":{"colorPrimary":"#123456","other":1},"components":{"Button":{}}}';
const parsed = (text: string) => JSON.parse(text);

test("changes one token and keeps everything else", () => {
  const changed = parsed(withToken(TEXT, "fontSize", 15));
  expect(changed).toEqual({ ...parsed(TEXT), token: { colorPrimary: "#123456", other: 1, fontSize: 15 } });
  expect(parsed(withToken(TEXT, "colorPrimary", "")).token).toEqual({ other: 1 });
  expect(parsed(withToken("{}", "colorPrimary", "#ffffff"))).toEqual({ token: { colorPrimary: "#ffffff" } });
});

test("drops tokens that derive from the changed one", () => {
  const copied = JSON.stringify({
    token: { colorPrimaryHover: "#1", colorLink: "#2", colorBgContainer: "#3", other: 4 },
  });
  expect(parsed(withToken(copied, "colorPrimary", "#ffdd00")).token).toEqual({
    ...{ colorLink: "#2", colorBgContainer: "#3", other: 4, colorPrimary: "#ffdd00" },
  });
  expect(parsed(withToken(copied, "colorBgBase", "#fff8e1")).token).not.toHaveProperty("colorBgContainer");
});

test("reads and changes the mode, and keeps other algorithms", () => {
  expect([TEXT, "{}", '{"algorithm":"default"}'].map(modeIn)).toEqual(["dark", "both", "light"]);
  expect(parsed(withMode(TEXT, "light")).algorithm).toEqual(["default", "compact"]);
  expect(parsed(withMode(TEXT, "both")).algorithm).toBe("compact");
  expect(parsed(withMode("{}", "both"))).toEqual({});
});

test.each(["", "[]", '{"token":1}', "{"])("shows no fields for %s", (text) =>
  expect(fieldValues(text)).toBeUndefined(),
);

test("knows what a token is without the theme", () => {
  expect(defaultOf("colorBgBase", "light")).toBe("#FFFFFF");
  expect(defaultOf("colorBgBase", "dark")).not.toBe("#FFFFFF");
  expect(defaultOf("borderRadius", "both")).toBe(4);
});
