import { postChartData } from "../../../api/chart-data/contract.ts";
import type { FileFormat } from "../../../features/shown-rows/save.ts";
import { fileName } from "../../../features/shown-rows/texts.ts";
import { t } from "../../../i18n/translate.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { lazy } from "../../../ui/lazy.ts";
import { callForStream } from "../../../web/client/client.ts";
import { download, downloadPending, saveBlob, withProgressToast } from "../../../web/toasts/download.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { toast } from "../../../web/toasts/toasts.ts";

export type FileKind = FileFormat;

interface DataFile {
  name: string;
  kind: FileKind;
  isPivoted?: boolean;
}

export async function downloadData(
  context: QueryContext | undefined,
  { name, kind, isPivoted = false }: DataFile,
): Promise<void> {
  if (!context) return;
  if (kind !== "json") {
    const filename = fileName(name, kind);
    const result_type = isPivoted ? ("post_processed" as const) : ("full" as const);
    const body = { ...context, result_format: kind, result_type, filename };
    await download(postChartData, { body }, filename);
    return;
  }
  try {
    const answer = await callForStream(postChartData, { body: { ...context, result_type: "results" } });
    // Saved unparsed: parsing would round numbers beyond double precision.
    saveBlob(new Blob([await answer.text()], { type: "application/json" }), fileName(name, "json"));
  } catch (error) {
    toast.error(error);
  }
}

const PICTURES = lazy(() =>
  Promise.all([import("html-to-image"), import("../../../web/chart-view/matrix/whole-picture.ts")]),
);
const PICTURE = "#explore-picture";

export async function downloadPicture(name: string): Promise<void> {
  const element = document.querySelector<HTMLElement>(PICTURE);
  if (!element) return;
  await runLazy(PICTURES, async ([{ toCanvas }, { captureWholeElement }]) => {
    try {
      const options = { pixelRatio: 2, backgroundColor: backgroundOf(element), skipFonts: true };
      const file = fileName(name, "jpg");
      const canvas = await withProgressToast(
        downloadPending(file),
        captureWholeElement(element, () => toCanvas(element, options)),
      );
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
      if (!blob) throw new Error(t("The image is too large."));
      saveBlob(blob, file);
    } catch (error) {
      toast.error(error, () => t("Failed to create the image."));
    }
  });
}

function backgroundOf(element: HTMLElement | null): string {
  for (let at = element; at; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (color && color !== "transparent" && color !== "rgba(0, 0, 0, 0)") return color;
  }
  return "#fff";
}
