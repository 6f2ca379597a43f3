import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { thumbnailCases } from "../scripts/thumbnail-cases.ts";
import { ROOT } from "./source.ts";

const folder = join(ROOT, "src", "chart-types");
const drawn = JSON.parse(readFileSync(join(folder, "thumbnail-cases.json"), "utf8")) as Record<string, string>;
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".webp"));

describe("thumbnails of chart types", () => {
  test("show the current first gallery case of each type", async () => {
    const cases = await thumbnailCases();
    expect(drawn).toEqual(Object.fromEntries(Object.keys(drawn).map((name) => [name, cases[name]])));
  });

  test("exist in light and dark", () => {
    expect([...files].sort()).toEqual(
      Object.keys(drawn)
        .flatMap((name) => [join(name, "thumbnail-dark.webp"), join(name, "thumbnail-light.webp")])
        .sort(),
    );
  });

  test("are small", () => {
    const large = files.filter((name) => statSync(join(folder, name)).size > 16_000);
    expect(large).toEqual([]);
  });
});
