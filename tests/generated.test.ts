import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noticesOf, readLock } from "../scripts/notices.ts";
import { RESOURCES } from "../src/api/index.ts";
import { openApiDocument } from "../src/server/http/openapi.ts";
import { checkedRoutes } from "../src/server/http/route.ts";
import { ROOT } from "./source.ts";

test("docs/openapi.json is up to date (run npm run openapi)", () => {
  const written = JSON.parse(readFileSync(join(ROOT, "docs", "openapi.json"), "utf8"));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument(checkedRoutes(RESOURCES)))));
});

test("THIRD_PARTY_NOTICES.md lists the packages of the lock file (npm run notices writes it)", () => {
  expect(readFileSync(join(ROOT, "THIRD_PARTY_NOTICES.md"), "utf8")).toBe(noticesOf(readLock()));
});
