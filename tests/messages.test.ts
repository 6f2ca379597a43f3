import { expect, test } from "vitest";
import { checkCatalog, readCatalog, sourceTexts, translatedLanguages } from "../scripts/message-catalogs.ts";

/** Same check as `npm run messages -- --check`. */

const texts = sourceTexts();

/** Folders whose texts aren't translated yet. */
const TO_TRANSLATE = [
  ...["api", "chart-kit", "chart-seam", "chart-types", "connectors", "editor", "model", "query", "server", "ui", "web"],
  "features",
  "pages/(?!home/)",
];

test("texts are well formed, and none is translated when shared code is loaded", () => {
  expect(texts.problems).toEqual([]);
});

test.each(translatedLanguages)("%s has every text and plural form, and none that is unused", (language) => {
  const { problems, untranslated } = checkCatalog(language, readCatalog(language), texts);
  const later = new RegExp(`^src/(${TO_TRANSLATE.join("|")})`);
  expect(problems).toEqual([]);
  expect(untranslated.filter(({ place }) => !later.test(place))).toEqual([]);
});
