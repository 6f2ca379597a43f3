export interface PictureOrder {
  id: number;
  /** Path to Chromium. */
  browser: string;
  /** For example `http://127.0.0.1:8088`. */
  origin: string;
  path: string;
  /** Session cookie; undefined = anonymous. */
  cookie: { name: string; value: string } | undefined;
  view: PictureView;
  /** Screenshots to combine into a PDF instead of opening the page. */
  taken?: readonly Uint8Array[];
  /** The screenshot is sent to users, so a failed chart or a truncated or blank image is an error. */
  isForUsers?: boolean;
  timeoutMs: number;
}

/** In CSS pixels; `scale` is the number of image pixels per CSS pixel. */
export interface PictureView {
  noun: "chart" | "dashboard";
  width: number;
  height: number;
  scale: number;
  /** The full height, not only the visible part. */
  isWhole: boolean;
}

export type PictureReply =
  | { id: number; bytes: Uint8Array }
  | { id: number; error: string; problem?: PictureProblem | undefined };

/** Why a picture failed. The server words it, because the process has no language. */
export type PictureProblem =
  | { kind: "shutdown" | "no-response" | "exit" | "blank" | "timeout" }
  | { kind: "too-high"; height: number; limit: number }
  | { kind: "chart"; message: string };

export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(JSON.stringify(problem));
    this.problem = problem;
  }
}
