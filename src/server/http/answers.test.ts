import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { APPEARANCE_COOKIE } from "../../model/appearance.ts";
import { compress, encodingsFor } from "./answers.ts";
import { chosenAppearance, inAppearance } from "./appearance.ts";

test.each([
  [undefined, []],
  ["", []],
  ["identity", []],
  ["gzip", ["gzip"]],
  ["gzip, deflate, br, zstd", ["br", "gzip"]],
  ["*", ["br", "gzip"]],
  ["GZIP;q=0.5 , Br ; q=1.0", ["br", "gzip"]],
  ["br;q=0, gzip", ["gzip"]],
  ["gzip;q=0.000, *", ["br"]],
  ["gzip, *;q=0", ["gzip"]],
  ["br;q=0.01", ["br"]],
  ["xgzip, brr", []],
])("a caller that accepts %j is sent %j", (accepted, encodings) => expect(encodingsFor(accepted)).toEqual(encodings));

test("what is compressed is what was sent, empty or not", async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from("é".repeat(10_000))]) {
    expect(gunzipSync(await compress(bytes, "gzip"))).toEqual(bytes);
    expect(brotliDecompressSync(await compress(bytes, "br"))).toEqual(bytes);
  }
});

test("a page is drawn from the start in the colors that its reader chose, and follows the device otherwise", () => {
  const chosen = (value: string) => chosenAppearance({ cookies: { [APPEARANCE_COOKIE]: value } } as never);
  expect(["light", "dark", "system", "<script>", ""].map(chosen)).toEqual([
    "light",
    "dark",
    undefined,
    undefined,
    undefined,
  ]);
  const head =
    '<meta name="color-scheme" content="light dark"><style media="(prefers-color-scheme:dark)"></style><style media="(prefers-color-scheme: light)"></style>';
  expect(inAppearance(head, undefined)).toBe(head);
  expect(inAppearance(head, "dark")).toBe(
    '<meta name="color-scheme" content="dark"><style media="all"></style><style media="not all"></style>',
  );
});
