export interface PictureOrder {
  id: number;
  browser: string;
  origin: string;
  path: string;
  cookie: { name: string; value: string } | undefined;
  view: PictureView;
  screenshots?: readonly Uint8Array[];
  /** The screenshot is sent to users, so a failed chart or a truncated or blank image counts as an error. */
  isForUsers?: boolean;
  /** For lists: a failed chart counts as an error too, and notes on charts are left out. */
  isThumbnail?: boolean;
  /** Before the account's and the browser's, but not before the dashboard's own. */
  reportZone?: string | undefined;
  timeoutMs: number;
}

/** In CSS pixels; `scale` is the number of image pixels per CSS pixel. */
export interface PictureView {
  noun: "chart" | "dashboard";
  width: number;
  height: number;
  scale: number;
  isWhole: boolean;
}

export type PictureReply =
  | { id: number; bytes: Uint8Array }
  | { id: number; error: string; problem?: PictureProblem | undefined };

/** Why a picture failed. The server words it, because the process has no language. */
export type PictureProblem =
  | { kind: "shutdown" | "no-response" | "exit" | "memory" | "blank" | "timeout" }
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
