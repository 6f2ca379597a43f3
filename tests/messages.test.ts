import { expect, test } from "vitest";
import { checkCatalog, readCatalog, sourceTexts, translatedLanguages } from "../scripts/message-catalogs.ts";

/** Same check as `npm run messages -- --check`. */

const texts = sourceTexts();

test("texts are well formed, and none is translated when shared code is loaded", () => {
  expect(texts.problems).toEqual([]);
});

test.each(translatedLanguages)("%s has every text and plural form, and none that is unused", (language) => {
  const { problems, untranslated } = checkCatalog(language, readCatalog(language), texts);
  expect(problems).toEqual([]);
  expect(untranslated).toEqual([]);
});
