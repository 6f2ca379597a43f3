import { msg } from "../../i18n/translate.ts";
import type { App } from "../app.ts";

/** Independent of the channel, which sends what it supports. */
export interface Notification {
  /** One line. */
  subject: string;
  name: string;
  description: string;
  /** Plain text. */
  text: string;
  /** Trusted HTML; by default made from `text`. */
  html?: string;
  /** Link to the chart or dashboard. */
  url: string;
  /** Shown inline if the channel supports it. */
  pictures: readonly NotificationFile[];
  attachments: readonly NotificationFile[];
  about: {
    format: string;
    type: string;
    source: "chart" | "dashboard";
    chartId: number | null;
    dashboardId: number | null;
  };
}

export interface NotificationFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface Delivery {
  app: App;
  notification: Notification;
  signal: AbortSignal;
}

export class DeliveryFailure extends Error {
  override readonly name = "DeliveryFailure";
}

export const LINK_TEXT = msg("Explore in Tessera");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Without control characters. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Split at commas and semicolons. */
export const splitList = (text = "") =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
