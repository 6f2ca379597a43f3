/** `npm run test:all` runs random tests and matrices at full size, `npm test` doesn't. */
export const FULL_SIZE = process.env.TESSERA_TEST_FULL === "1";

/** Number of random cases in `npm test` and in `npm run test:all`. */
export function casesOf(usual: number, full: number): number {
  return FULL_SIZE ? full : usual;
}
