import { useEffect, useState } from "react";
import { chartPictures, dashboardPictures } from "../../api/picture/contract.ts";
import { call } from "../client/client.ts";
import { later } from "../client/clock.ts";

/** How long to wait before a picture that is being taken is asked for again: the server takes them one by one. */
const AGAIN_MS = [1500, 2500, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * The picture at an address of this server, as an address of this page; undefined while it is being taken and when there
 * is none. A picture that is not there yet is asked for again, more and more rarely, while it is on the page.
 */
export function usePicture(src: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    setShown(undefined);
    if (!src) return;
    const stop = new AbortController();
    let made: string | undefined;
    let cancel: () => void = ignore;
    const ask = async (attempt: number) => {
      const picture = await load(src, stop.signal);
      if (picture.type.startsWith("image/")) {
        made = URL.createObjectURL(picture);
        return setShown(made);
      }
      const wait = AGAIN_MS[attempt];
      if (wait !== undefined) cancel = later(wait, () => void ask(attempt + 1).catch(ignore));
    };
    void ask(0).catch(ignore);
    return () => {
      stop.abort();
      cancel();
      if (made) URL.revokeObjectURL(made);
    };
  }, [src]);
  return shown;
}

const PATH = /^\/api\/v1\/(chart|dashboard)\/([^/]+)\/thumbnail\/([^/]+)\/$/;

/** The address of the picture of a dashboard or chart, by the page it is opened on; the server knows the latest digest. */
export function pictureAddress(kind: "dashboard" | "chart", url: string): string | undefined {
  const [, reference] = (kind === "chart" ? /[?&]slice_id=(\d+)/ : /^\/superset\/dashboard\/([^/]+)\//).exec(url) ?? [];
  return reference && `/api/v1/${kind}/${reference}/thumbnail/latest/`;
}

/** The picture, or what is said instead of one that is still being taken. */
async function load(src: string, signal: AbortSignal): Promise<Blob> {
  const [, noun, id = "", digest = ""] = PATH.exec(src) ?? [];
  const { thumbnail } = noun === "chart" ? chartPictures : dashboardPictures;
  return (await call(thumbnail, { params: { id: decodeURIComponent(id), digest } }, { signal })) as Blob;
}

/** A card without a picture has its icon. */
const ignore = () => undefined;
