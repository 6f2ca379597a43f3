import { checkCatalog, readCatalog, sourceTexts, translatedLanguages, updateCatalog } from "./message-catalogs.ts";

/**
 * `npm run messages`: adds new texts to the catalogs, without a translation, and removes unused ones. `npm run messages
 * -- --check` changes nothing and reports what is wrong.
 */
const isCheck = process.argv.includes("--check");
const texts = sourceTexts();
if (!isCheck) for (const language of translatedLanguages) updateCatalog(language, texts);

const states = translatedLanguages.map((language) => checkCatalog(language, readCatalog(language), texts));
const untranslated = states.flatMap((state, i) =>
  state.untranslated.map(({ text, place }) => `${translatedLanguages[i]}: no translation of "${text}" (${place})`),
);
const problems = [...texts.problems, ...states.flatMap((state) => state.problems)];
for (const line of [...problems, ...(isCheck ? untranslated : [])]) console.error(line);
console.log(`${texts.places.size} texts, ${untranslated.length} translations missing, ${problems.length} problems`);
process.exitCode = problems.length + (isCheck ? untranslated.length : 0) > 0 ? 1 : 0;
