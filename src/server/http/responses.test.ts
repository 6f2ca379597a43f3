import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { APPEARANCE_COOKIE } from "../../model/theme.ts";
import { appearanceOf, withAppearance } from "./appearance.ts";
import { compress, encodingsFor, jsonPieces } from "./responses.ts";
import { LazyList } from "./route.ts";

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
])("Accept-Encoding %j gives %j", (accepted, encodings) => expect(encodingsFor(accepted)).toEqual(encodings));

test("compression keeps the content, empty or not", async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from("é".repeat(10_000))]) {
    expect(gunzipSync(await compress(bytes, "gzip"))).toEqual(bytes);
    expect(brotliDecompressSync(await compress(bytes, "br"))).toEqual(bytes);
  }
});

test("a page starts in the chosen color mode, or else the device's", () => {
  const chosen = (value: string) => appearanceOf({ cookies: { [APPEARANCE_COOKIE]: value } } as never);
  expect(["light", "dark", "system", "<script>", ""].map(chosen)).toEqual([
    "light",
    "dark",
    undefined,
    undefined,
    undefined,
  ]);
  const head =
    '<meta name="color-scheme" content="light dark"><style media="(prefers-color-scheme:dark)"></style><style media="(prefers-color-scheme: light)"></style>';
  expect(withAppearance(head, undefined)).toBe(head);
  expect(withAppearance(head, "dark")).toBe(
    '<meta name="color-scheme" content="dark"><style media="all"></style><style media="not all"></style>',
  );
});

async function written(answer: unknown): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of jsonPieces(answer)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("streamed JSON", () => {
  test("equals JSON.stringify", async () => {
    const values = fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 5 });
    const answers = fc.oneof(values, fc.record({ count: fc.nat(), result: fc.array(values) }));
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        expect(await written(answer)).toBe(JSON.stringify(answer) ?? "null");
      }),
      { numRuns: 500 },
    );
  });

  test("includes lazily loaded items", async () => {
    async function* batches() {
      yield [];
      yield [{ id: 1 }];
      yield [{ id: 2 }, { id: 3 }];
    }
    const answer = { count: 3, result: new LazyList(batches()), ids: [], none: undefined };
    expect(await written(answer)).toBe('{"count":3,"result":[{"id":1},{"id":2},{"id":3}],"ids":[]}');
  });

  test("yields to the event loop between large items", async () => {
    const large = Array.from({ length: 100_000 }, (_, i) => `v${i}`);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await written({ result: Array.from({ length: 30 }, () => ({ large })) });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
