/** Whether random corpora and matrices run at full size: `npm run test:all` sets the variable, `npm test` doesn't. */
export const FULL_SIZE = process.env.TESSERA_TEST_FULL === "1";

/** The number of random cases: the first in `npm test`, the second in `npm run test:all`. */
export function casesOf(usual: number, full: number): number {
  return FULL_SIZE ? full : usual;
}
