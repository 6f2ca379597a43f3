import { currentLocale } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { ownPages } from "../../server/pictures/own-pages.ts";
import { type Pictures, picturesOf } from "../../server/pictures/pictures.ts";
import type { PictureView } from "../../server/pictures/protocol.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { pageSession } from "../picture/index.ts";
import { RunFailure } from "./run-failure.ts";

export interface Screenshot {
  path: string;
  view: PictureView;
}

interface ScreenshotTask extends Actor {
  signal: AbortSignal;
}

const TRIES = 2;
const RENDER_TIMEOUT_MS = 5 * 60_000;

export async function picturesOfPages(task: ScreenshotTask, shots: readonly Screenshot[]): Promise<Uint8Array[]> {
  const pictures = openPictures(task);
  const origin = await task.app.once(ownPages).origin();
  const screenshots: Uint8Array[] = [];
  for (const shot of shots) screenshots.push(await pictureOf(pictures, { ...task, ...shot, origin }));
  return screenshots;
}

async function pictureOf(
  pictures: Pictures,
  { origin, path, view, signal, ...actor }: ScreenshotTask & Screenshot & { origin: string },
): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await pictures.takePicture(
        { origin, path, view, isForUsers: true, reportZone: currentLocale().zone, session: pageSession(actor) },
        RENDER_TIMEOUT_MS,
      );
    } catch (error) {
      const { message: problem } = error as Error;
      if (tries === TRIES) throw new RunFailure(() => t("The screenshot failed: {problem}", { problem }));
    }
  }
}

export async function documentOf(
  task: ScreenshotTask,
  pictures: readonly Uint8Array[],
  [first]: readonly Screenshot[],
): Promise<Uint8Array> {
  if (!first) throw new RunFailure(() => t("There is nothing to print"));
  const origin = await task.app.once(ownPages).origin();
  return openPictures(task)
    .printed(pictures, { origin, view: first.view })
    .catch(({ message: problem }: Error) => {
      throw new RunFailure(() => t("The PDF failed: {problem}", { problem }));
    });
}

function openPictures({ app }: ScreenshotTask): Pictures {
  const pictures = picturesOf(app);
  if (pictures) return pictures;
  const isOff = app.config.browser === null;
  throw new RunFailure(() =>
    isOff
      ? t("Screenshots are unavailable: TESSERA_PICTURES is off")
      : t("Screenshots are unavailable: Chromium isn't installed on the server"),
  );
}
