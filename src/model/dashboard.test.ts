import { expect, test } from "vitest";
import { dashboardUrl } from "./dashboard.ts";

test.each([
  [{ id: 3, slug: "flights" }, "flights"],
  [{ id: 3, slug: "a/b?c" }, "a%2Fb%3Fc"],
  [{ id: 3, slug: "" }, "3"],
  [{ id: 3, slug: null }, "3"],
  [{ id: 3, slug: "17" }, "3"],
  [{ id: 3, slug: "export" }, "3"],
  [{ id: 3, slug: "0b1d2f3a-1111-4222-8333-444455556666" }, "3"],
])("uses the slug or id in the URL of %o", (dashboard, last) => {
  expect(dashboardUrl(dashboard)).toBe(`/superset/dashboard/${last}/`);
});
