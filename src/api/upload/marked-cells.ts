import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { ERROR_MARK, UNSTORED_MARK, unstoredText } from "./cell-marks.ts";
import { readStaged, type StagedTable } from "./column-checks.ts";
import { quoted } from "./sql-text.ts";

/** Cells of a sheet that hold errors, or formulas without a stored value. */

interface MarkedColumn {
  /** SQL of a cell's text without the marked ones. */
  sql: string;
  note?: string;
}

const FIGURES = 4;

/** The columns of these ids in their order. Throws 422 for a formula without a stored value unless it's for a preview. */
export async function withoutMarks(
  app: App,
  { file, table, place }: StagedTable,
  { ids, isPreview }: { ids: readonly string[]; isPreview: boolean },
): Promise<MarkedColumn[]> {
  if (ids.length === 0) return [];
  const is = (id: string, mark: string) => `starts_with(${id}, ${quoted(mark)})`;
  const first = (id: string, mark: string) => `arg_min(${id}, ${place}) FILTER (${is(id, mark)})`;
  const figures = ids.map(
    (id) =>
      `count_if(${is(id, ERROR_MARK)}), min(${place}) FILTER (${is(id, ERROR_MARK)}),
       ${first(id, ERROR_MARK)}, ${first(id, UNSTORED_MARK)}`,
  );
  const found = await readStaged(app, file, `SELECT ${figures.join(", ")} FROM ${table}`);
  return ids.map((id, i): MarkedColumn => {
    const [errors, row, error, formula] = found.slice(i * FIGURES, (i + 1) * FIGURES).map((column) => column[0]);
    const unstored = formula ? unstoredText(String(formula).slice(UNSTORED_MARK.length)) : undefined;
    if (unstored && !isPreview) throw unprocessable(`Parsing error: ${unstored}`);
    if (!errors && !unstored) return { sql: id };
    const name = String(error ?? "").slice(ERROR_MARK.length);
    const notes = [
      ...(errors ? [errorNote(Number(errors), `row ${row}: ${name}`)] : []),
      ...(unstored ? [unstored] : []),
    ];
    const isMarked = `${is(id, ERROR_MARK)} OR ${is(id, UNSTORED_MARK)}`;
    return { sql: `CASE WHEN NOT (${isMarked}) THEN ${id} END`, note: notes.join(" ") };
  });
}

const errorNote = (count: number, where: string) =>
  count === 1
    ? `1 cell holds an error and is null (${where}).`
    : `${count.toLocaleString("en-US")} cells hold errors and are null (${where}).`;
