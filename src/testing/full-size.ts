import { randomInt } from "node:crypto";

/** `npm run test:all` runs random tests and matrices at full size, `npm test` doesn't. */
export const FULL_SIZE = process.env.TESSERA_TEST_FULL === "1";

export function casesOf(usual: number, full: number): number {
  return FULL_SIZE ? full : usual;
}

/** Selects the cases of a sample: random in each run, unless the variable repeats one. */
export const SEED = Number(process.env.TESSERA_TEST_SEED ?? randomInt(1_000_000));

export const REPEATED_BY = `TESSERA_TEST_SEED=${SEED} repeats the sample`;

/** One of the cases in `npm test`, and all in `npm run test:all`. Independent of `isSampled`. */
export function sampleOf<Case>(cases: readonly Case[], at: number): readonly Case[] {
  const turn = (at + Math.floor(SEED / 1000)) % cases.length;
  return FULL_SIZE ? cases : cases.slice(turn, turn + 1);
}

/** True for one of `every` cases in `npm test`, and for all in `npm run test:all`. */
export function isSampled(at: number, every: number): boolean {
  return FULL_SIZE || (at + SEED) % every === 0;
}
