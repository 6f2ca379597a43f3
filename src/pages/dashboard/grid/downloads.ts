import { postChartData } from "../../../api/chart-data/contract.ts";
import { createPermalink } from "../../../api/explore/contract.ts";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { t } from "../../../i18n/translate.ts";
import { lazy } from "../../../ui/lazy.ts";
import { questionsOf } from "../../../web/chart-view/answers.ts";
import { call } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { download, downloadPending, saveBlob, withProgressToast } from "../../../web/toasts/download.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { withVisibleFilters } from "./open-explore.ts";
import type { Tile } from "./use-tile.ts";

interface RowsFile {
  format: "csv" | "xlsx";
  isPivoted?: boolean;
}

export async function downloadRows(
  tile: Pick<Tile, "state">,
  title: string,
  { format, isPivoted = false }: RowsFile,
): Promise<void> {
  const result_type = isPivoted ? ("post_processed" as const) : ("full" as const);
  const questions = tile.state ? questionsOf(tile.state, title) : [];
  if (questions.length === 0) notifyNoData();
  for (const { context, name } of questions) {
    const filename = `${fileName(name)}.${format}`;
    const body = { ...context, result_format: format, result_type, filename };
    await download(postChartData, { body }, filename);
  }
}

export async function saveVisibleRows({ shown }: Pick<Tile, "shown">, title: string, format: RowsFile["format"]) {
  if (shown.current) await saveShown(shown.current, format, `${fileName(title)}.${format}`);
  else notifyNoData();
}

const notifyNoData = () => toast.info(t("This chart has no data yet."));

export async function downloadTileImage(chartId: number, title: string): Promise<void> {
  const tile = document.querySelector<HTMLElement>(`[data-tile="${chartId}"]`);
  if (tile) await downloadImage(tile, title);
}

const PDF = lazy(() => import("../../../features/share/pdf.ts"));

/** As for the dashboard's PDF; filters need a permalink of Explore. */
export function canPrint({ dashboard: { detail }, extra }: Pick<Tile, "dashboard" | "extra">): boolean {
  const isPlain = Object.keys(extra).length === 0;
  const canLink = isPlain || can("can_write", "ExplorePermalinkRestApi");
  return Boolean(detail.thumbnail_url) && can("can_cache_dashboard_screenshot", "Dashboard") && canLink;
}

export async function downloadTilePdf(
  tile: Pick<Tile, "formData" | "extra">,
  id: number,
  title: string,
): Promise<void> {
  const permalinkKey = async () => {
    if (Object.keys(tile.extra).length === 0) return undefined;
    const formData = { ...withVisibleFilters(tile.formData, tile.extra), slice_id: id };
    return (await call(createPermalink, { body: { formData, urlParams: [] } })).key;
  };
  await runLazy(PDF, ({ saveChartPdf }) => saveChartPdf({ id, file: `${fileName(title)}.pdf`, permalinkKey }));
}

const PICTURES = lazy(() =>
  Promise.all([import("html-to-image"), import("../../../web/chart-view/matrix/whole-picture.ts")]),
);
const CONTROLS = "[data-no-image], [aria-haspopup=menu]";
const TRANSPARENT = "rgba(0, 0, 0, 0)";

/** Saves the whole element, including scrolled-out parts, as a PNG at double size, without its controls. */
export function downloadImage(element: HTMLElement, title: string): Promise<void> {
  return runLazy(PICTURES, ([{ toBlob }, { captureWholeElement }]) => {
    const [own, page] = [element, document.body].map((one) => getComputedStyle(one).backgroundColor);
    const backgroundColor = own && own !== TRANSPARENT ? own : page;
    const name = `${fileName(title)}.png`;
    const filter = (node: HTMLElement) => !(node instanceof Element && node.matches(CONTROLS));
    const image = captureWholeElement(element, () => toBlob(element, { pixelRatio: 2, backgroundColor, filter }));
    return withProgressToast(downloadPending(name), image).then(
      (blob) => blob && saveBlob(blob, name),
      () => toast.danger(t("Failed to create the image.")),
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
