import type { App } from "../app.ts";

/** What is sent, before it is known by which way: every channel makes of it what it can carry. */
export interface Letter {
  /** One line. */
  subject: string;
  /** Of the alert or report. */
  name: string;
  description: string;
  /** What is to be read in the letter itself, as plain text. */
  text: string;
  /** The same as HTML, of trusted markup; `text` in paragraphs without it. */
  html?: string;
  /** Where what is sent can be seen. */
  url: string;
  /** Shown within the letter where that can be. */
  pictures: readonly LetterFile[];
  attachments: readonly LetterFile[];
  about: {
    format: string;
    type: string;
    source: "chart" | "dashboard";
    chartId: number | null;
    dashboardId: number | null;
  };
}

export interface LetterFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** What a channel needs to send. */
export interface Sending {
  app: App;
  letter: Letter;
  signal: AbortSignal;
}

/** Why a letter could not be sent, in words for who sent it. */
export class DeliveryFailure extends Error {
  override readonly name = "DeliveryFailure";
}

export const LINK_TEXT = "Explore in Tessera";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const htmlText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** One line without characters that steer what shows it. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Addresses or channels of a text that separates them by commas or semicolons. */
export const separated = (text = "") =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
