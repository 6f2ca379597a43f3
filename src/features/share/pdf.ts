import { cacheChart, chartPictures, dashboardPictures } from "../../api/picture/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call, callForStream } from "../../web/client/client.ts";
import { later } from "../../web/client/clock.ts";
import { downloadPending, saveBlob, withProgressToast } from "../../web/toasts/download.ts";
import { toast } from "../../web/toasts/toasts.ts";

const POLL_MS = 700;
const TIMEOUT_MS = 120_000;

const SCREENSHOTS = { chart: chartPictures.screenshot, dashboard: dashboardPictures.screenshot } as const;

export interface PrintedObject {
  noun: keyof typeof SCREENSHOTS;
  id: number;
  file: string;
  /** Returns the digest of the queued screenshot. */
  queue(): Promise<string>;
}

/** The server takes a screenshot and prints it. */
export async function savePdf({ noun, id, file, queue }: PrintedObject): Promise<void> {
  const pdf = async () => waitForPdf(noun, String(id), await queue());
  try {
    saveBlob(await withProgressToast(downloadPending(file), pdf()), file);
  } catch (error) {
    toast.error(error, (message) => t("Failed to create the PDF: {message}", { message }));
  }
}

interface PrintedChart extends Pick<PrintedObject, "id" | "file"> {
  /** Key of its settings as shown; undefined if they are the saved ones. */
  permalinkKey(): Promise<string | undefined>;
}

export function saveChartPdf({ id, file, permalinkKey }: PrintedChart): Promise<void> {
  const queue = async () => {
    const permalink_key = await permalinkKey();
    const q = { force: true, ...(permalink_key === undefined ? {} : { permalink_key }) };
    return (await call(cacheChart, { params: { id: String(id) }, q })).cache_key;
  };
  return savePdf({ noun: "chart", id, file, queue });
}

async function waitForPdf(noun: PrintedObject["noun"], id: string, digest: string): Promise<Blob> {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until) {
    const query = { download_format: "pdf" };
    const response = await callForStream(SCREENSHOTS[noun], { params: { id, digest }, query });
    if (response.status === 200) return response.blob();
    await new Promise<void>((resolve) => {
      later(POLL_MS, resolve);
    });
  }
  throw new Error(t("The server took longer than 2 minutes. Try again later."));
}
