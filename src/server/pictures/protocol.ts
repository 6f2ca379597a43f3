/** What the server asks of the process that takes pictures, and what it answers. */

export interface PictureOrder {
  id: number;
  /** Path of the browser. */
  browser: string;
  /** Where this server is reached from this machine, e.g. `http://127.0.0.1:8088`. */
  origin: string;
  /** Path and query of the page. */
  path: string;
  /** The cookie of the session that the page is opened with; without one nobody is signed in. */
  cookie: { name: string; value: string } | undefined;
  view: PictureView;
  /** Pictures that were taken before, each to be a page of a PDF document; the page is not opened then. */
  taken?: readonly Uint8Array[];
  /** The picture is sent to people: one on which a chart failed, that is cut or that shows nothing is none. */
  isForPeople?: boolean;
  timeoutMs: number;
}

/** What of the page is in the picture, in CSS pixels; `scale` image pixels are one of them. */
export interface PictureView {
  noun: "chart" | "dashboard";
  width: number;
  height: number;
  scale: number;
  /** All of it, however high, and not only what is in sight. */
  isWhole: boolean;
}

export type PictureReply = { id: number; bytes: Uint8Array } | { id: number; error: string };
