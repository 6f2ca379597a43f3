import { postChartData } from "../../../api/chart-data/contract.ts";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { lazy } from "../../../ui/lazy.ts";
import { questionsOf } from "../../../web/chart-view/answers.ts";
import { download, downloadPending, saveBlob, withProgressToast } from "../../../web/toasts/download.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Tile } from "./use-tile.ts";

interface RowsFile {
  format: "csv" | "xlsx";
  /** Laid out as a pivot table shows them. */
  isPivoted?: boolean;
}

/** The rows of a chart as the server writes them, under the filters of the dashboard; a file for each of its parts. */
export async function downloadRows(
  tile: Pick<Tile, "state">,
  title: string,
  { format, isPivoted = false }: RowsFile,
): Promise<void> {
  const result_type = isPivoted ? ("post_processed" as const) : ("full" as const);
  const questions = tile.state ? questionsOf(tile.state, title) : [];
  if (questions.length === 0) sayNothing();
  for (const { context, name } of questions) {
    const filename = `${fileName(name)}.${format}`;
    const body = { ...context, result_format: format, result_type, filename };
    await download(postChartData, { body }, filename);
  }
}

/** The rows of a table as its reader searched, filtered and sorted them. */
export async function saveRowsShown({ shown }: Pick<Tile, "shown">, title: string, format: RowsFile["format"]) {
  if (shown.current) await saveShown(shown.current, format, `${fileName(title)}.${format}`);
  else sayNothing();
}

const sayNothing = () => toast.info("The chart has no data yet.");

export async function downloadTileImage(chartId: number, title: string): Promise<void> {
  const tile = document.querySelector<HTMLElement>(`[data-tile="${chartId}"]`);
  if (tile) await downloadImage(tile, title);
}

const PICTURES = lazy(() =>
  Promise.all([import("html-to-image"), import("../../../web/chart-view/matrix/whole-picture.ts")]),
);
const ACTING = "[data-no-image], [aria-haspopup=menu]";
const CLEAR = "rgba(0, 0, 0, 0)";

/** All of an element, also what is scrolled away, as a PNG at twice its size. Buttons that act on it are left out. */
export function downloadImage(element: HTMLElement, title: string): Promise<void> {
  return runLazy(PICTURES, ([{ toBlob }, { captureWhole }]) => {
    const [own, page] = [element, document.body].map((one) => getComputedStyle(one).backgroundColor);
    const backgroundColor = own && own !== CLEAR ? own : page;
    const name = `${fileName(title)}.png`;
    const filter = (node: HTMLElement) => !(node instanceof Element && node.matches(ACTING));
    const taken = captureWhole(element, () => toBlob(element, { pixelRatio: 2, backgroundColor, filter }));
    return withProgressToast(downloadPending(name), taken).then(
      (blob) => blob && saveBlob(blob, name),
      () => toast.danger("The image could not be made."),
    );
  });
}

export function fileName(title: string): string {
  return (
    title
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "chart"
  );
}
