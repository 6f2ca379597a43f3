import { expect, test } from "vitest";
import { keyOf } from "./key.ts";

test("catalog keys never change, because browsers cache catalogs and code separately", () => {
  expect(["", "Row limit", "Zeilen ✓"].map(keyOf)).toEqual(["DlFiQ", "GecTY", "XMwsu"]);
});
