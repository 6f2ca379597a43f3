import { expect, test } from "vitest";
import { keyOf } from "./key.ts";

test("keys of catalogs stay as they are, as browsers keep catalogs and code apart", () => {
  expect(["", "Row limit", "Zeilen ✓"].map(keyOf)).toEqual(["DlFiQ", "GecTY", "XMwsu"]);
});
