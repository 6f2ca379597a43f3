import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

test.each([
  ["regoin", ["region", "regions", "year"], ["region"]],
  ["delay", ["relays", "Delay", "display"], ["Delay", "relays"]],
  ["x", ["abcd"], []],
  ["date", ["date"], []],
])("for %s of %o: %o", (name, known, near) => expect(didYouMean(name, known)).toEqual(near));
