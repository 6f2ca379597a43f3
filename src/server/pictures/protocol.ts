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
  /** A picture that was taken before, to be made a PDF document of one page; the page is not opened then. */
  taken?: Uint8Array;
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
