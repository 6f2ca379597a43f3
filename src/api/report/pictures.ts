import { ownPages } from "../../server/pictures/own-pages.ts";
import { type Pictures, picturesOf } from "../../server/pictures/pictures.ts";
import type { PictureView } from "../../server/pictures/protocol.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { pageSession } from "../picture/index.ts";
import { RunFailure } from "./run-failure.ts";

/** Pictures for people: one that shows less than it should is a failure, after a second try. */

export interface Shot {
  path: string;
  view: PictureView;
}

interface Taking extends Actor {
  signal: AbortSignal;
}

const TRIES = 2;
/** Slow charts have their time; a page that hangs does not keep the browser from others for ever. */
const DRAWN_MS = 5 * 60_000;

export async function picturesOfPages(taking: Taking, shots: readonly Shot[]): Promise<Uint8Array[]> {
  const pictures = openPictures(taking);
  const origin = await taking.app.once(ownPages).origin();
  const taken: Uint8Array[] = [];
  for (const shot of shots) taken.push(await pictureOf(pictures, { ...taking, ...shot, origin }));
  return taken;
}

async function pictureOf(
  pictures: Pictures,
  { origin, path, view, signal, ...actor }: Taking & Shot & { origin: string },
): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await pictures.taken({ origin, path, view, isForUsers: true, session: pageSession(actor) }, DRAWN_MS);
    } catch (error) {
      if (tries === TRIES) throw new RunFailure(`The picture could not be taken: ${(error as Error).message}`);
    }
  }
}

/** The pictures as pages of one document. */
export async function documentOf(
  taking: Taking,
  pictures: readonly Uint8Array[],
  [first]: readonly Shot[],
): Promise<Uint8Array> {
  if (!first) throw new RunFailure("There is nothing to print");
  const origin = await taking.app.once(ownPages).origin();
  return openPictures(taking)
    .printed(pictures, { origin, view: first.view })
    .catch((error: Error) => {
      throw new RunFailure(`The document could not be made: ${error.message}`);
    });
}

function openPictures({ app }: Taking): Pictures {
  const pictures = picturesOf(app);
  if (pictures) return pictures;
  const why = app.config.browser === null ? "TESSERA_PICTURES is off" : "no Chromium is installed on its machine";
  throw new RunFailure(`This server takes no pictures: ${why}`);
}
