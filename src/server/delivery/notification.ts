import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import type { App } from "../app.ts";

export interface Notification {
  subject: string;
  name: string;
  description: string;
  text: string;
  html?: string;
  url: string;
  /** Of the link to `url`; default: `LINK_TEXT`. */
  linkText?: Message;
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
  /** Skips what was sent to a recipient before. */
  once?: SendingOnce;
}

/** `begin` is called before a message is handed over. */
export type SendingOnce = (recipient: string, send: (begin: () => Promise<void>) => Promise<void>) => Promise<void>;

export const sendingAlways: SendingOnce = (_recipient, send) => send(async () => undefined);

export class DeliveryFailure extends Error {
  override readonly name = "DeliveryFailure";
}

export const LINK_TEXT = msg("Explore in Tessera");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export const splitList = (text = "") =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
