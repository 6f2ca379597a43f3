import { useEffect, useState } from "react";
import { chartPictures, dashboardPictures } from "../../api/picture/contract.ts";
import { call } from "../client/client.ts";
import { later } from "../client/clock.ts";

/** Retry delays while a screenshot is being taken; the server takes them one by one. */
const RETRY_DELAYS_MS = [1500, 2500, 4000, 8000, 15_000, 30_000, 60_000];

export function usePicture(src: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    setShown(undefined);
    if (!src) return;
    const stop = new AbortController();
    let url: string | undefined;
    let cancel: () => void = ignore;
    const attemptLoad = async (attempt: number) => {
      const picture = await load(src, stop.signal);
      if (picture.type.startsWith("image/")) {
        url = URL.createObjectURL(picture);
        return setShown(url);
      }
      const wait = RETRY_DELAYS_MS[attempt];
      if (wait !== undefined) cancel = later(wait, () => void attemptLoad(attempt + 1).catch(ignore));
    };
    void attemptLoad(0).catch(ignore);
    return () => {
      stop.abort();
      cancel();
      if (url) URL.revokeObjectURL(url);
    };
  }, [src]);
  return shown;
}

const PATH = /^\/api\/v1\/(chart|dashboard)\/([^/]+)\/thumbnail\/([^/]+)\/$/;

/** The server redirects `latest` to the current digest. */
export function pictureAddress(kind: "dashboard" | "chart", url: string): string | undefined {
  const [, reference] = (kind === "chart" ? /[?&]slice_id=(\d+)/ : /^\/superset\/dashboard\/([^/]+)\//).exec(url) ?? [];
  return reference && `/api/v1/${kind}/${reference}/thumbnail/latest/`;
}

async function load(src: string, signal: AbortSignal): Promise<Blob> {
  const [, noun, id = "", digest = ""] = PATH.exec(src) ?? [];
  const { thumbnail } = noun === "chart" ? chartPictures : dashboardPictures;
  return (await call(thumbnail, { params: { id: decodeURIComponent(id), digest } }, { signal })) as Blob;
}

const ignore = () => undefined;
