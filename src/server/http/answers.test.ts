import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonPieces } from "./answers.ts";
import { LazyList } from "./route.ts";

async function written(answer: unknown): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of jsonPieces(answer)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("JSON in pieces", () => {
  test("is what JSON.stringify writes", async () => {
    const values = fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 5 });
    const answers = fc.oneof(values, fc.record({ count: fc.nat(), result: fc.array(values) }));
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        expect(await written(answer)).toBe(JSON.stringify(answer) ?? "null");
      }),
      { numRuns: 500 },
    );
  });

  test("holds the items of lists that are made meanwhile", async () => {
    async function* batches() {
      yield [];
      yield [{ id: 1 }];
      yield [{ id: 2 }, { id: 3 }];
    }
    const answer = { count: 3, result: new LazyList(batches()), ids: [], none: undefined };
    expect(await written(answer)).toBe('{"count":3,"result":[{"id":1},{"id":2},{"id":3}],"ids":[]}');
  });

  test("lets others run between large items", async () => {
    const large = Array.from({ length: 100_000 }, (_, i) => `v${i}`);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await written({ result: Array.from({ length: 30 }, () => ({ large })) });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
