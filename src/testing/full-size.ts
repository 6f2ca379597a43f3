import { randomInt } from "node:crypto";

/** `npm run test:all` runs random tests and matrices at full size, `npm test` doesn't. */
export const FULL_SIZE = process.env.TESSERA_TEST_FULL === "1";

/** Number of random cases in `npm test` and in `npm run test:all`. */
export function casesOf(usual: number, full: number): number {
  return FULL_SIZE ? full : usual;
}

/** What decides which cases of a sample are tried: another number in each run, unless the variable repeats one. */
export const SEED = Number(process.env.TESSERA_TEST_SEED ?? randomInt(1_000_000));

/** For the message of a failed test that tries a sample. */
export const REPEATED_BY = `TESSERA_TEST_SEED=${SEED} repeats the sample`;

/** Whether the case at this place of a list is tried: one of `every` in `npm test`, all in `npm run test:all`. */
export function isSampled(at: number, every: number): boolean {
  return FULL_SIZE || (at + SEED) % every === 0;
}
