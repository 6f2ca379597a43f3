import { Transform } from "node:stream";
import type { SendMailOptions, Transporter } from "nodemailer";
import { list } from "../../i18n/intl.ts";
import { currentLocale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import type { App } from "../app.ts";
import type { SmtpSettings } from "../config/delivery-settings.ts";
import { missingSetting } from "./deliver.ts";
import { byLanguage, type MailAddresses } from "./mail-languages.ts";
import {
  type Delivery,
  DeliveryFailure,
  escapeHtml,
  LINK_TEXT,
  type Notification,
  oneLine,
  sendingAlways,
} from "./notification.ts";
import { TransientError, withRetries } from "./retry.ts";

const CONNECT_TIMEOUT_MS = 20_000;
const SOCKET_TIMEOUT_MS = 60_000;
const PICTURE_WIDTH = 1000;

/**
 * Sends one mail per language of the recipients. Throws a DeliveryFailure, also when only some addresses were rejected.
 */
export async function sendMail(sending: Delivery, addresses: MailAddresses): Promise<void> {
  const { app, notification, signal, once = sendingAlways } = sending;
  const { smtp, mailFrom } = app.config.delivery;
  const missing = missingSetting(app.config, "Email");
  if (!smtp || !mailFrom || missing)
    throw new DeliveryFailure(t("Email isn't configured: set {setting}", { setting: missing ?? "" }));
  const transport = await transportOf(smtp);
  const mails = [...(await byLanguage(app, addresses))].map(([language, own]) => ({
    language,
    mail: {
      ...inLocale({ ...currentLocale(), language }, () => mailOf(app, notification)),
      from: mailFrom,
      to: [...own.to],
      cc: [...own.cc],
      bcc: [...own.bcc],
    },
  }));
  const handOver = { begin: async () => {} };
  transport.use("stream", ({ message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) => read(options).pipe(heldUntilRead(() => handOver.begin()));
    done();
  });
  const stop = () => transport.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (const { language, mail } of mails)
      await once(mails.length > 1 ? language : "", (begin) => {
        handOver.begin = begin;
        return withRetries(signal, () => sendOnce(transport, mail));
      });
  } finally {
    signal.removeEventListener("abort", stop);
    transport.close();
  }
}

/** The server reads the message once the mail server has accepted its addresses. */
function heldUntilRead(begin: () => Promise<void>): Transform {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  begun.catch(() => undefined);
  let isRead = false;
  return new Transform({
    transform: (chunk, _encoding, done) => void begun.then(() => done(null, chunk), done),
    read(size) {
      if (!isRead) resolve(begin());
      isRead = true;
      Transform.prototype._read.call(this, size);
    },
  });
}

async function transportOf({ host, port, isSecure, needsTls, user, password }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: needsTls,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function sendOnce(transport: Transporter, mail: SendMailOptions): Promise<void> {
  const { rejected } = (await transport.sendMail(mail).catch(rethrow)) as { rejected?: unknown[] };
  if (rejected && rejected.length > 0)
    throw new DeliveryFailure(
      t("The mail server rejected these addresses: {addresses}", { addresses: list(rejected.map(String), "commas") }),
    );
}

interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Only connection errors and 4xx replies are retried, to avoid duplicates. */
function rethrow(error: SmtpFailure): never {
  const message = t("Failed to send the email: {reason}", { reason: oneLine(error.message) });
  const { responseCode: code = 0, command } = error;
  const isTransient = command === "CONN" || (code >= 400 && code < 500);
  throw isTransient ? new TransientError(message) : new DeliveryFailure(message);
}

function mailOf(app: App, notification: Notification): SendMailOptions {
  const { pictures, attachments, url, linkText = LINK_TEXT } = notification;
  const cids = pictures.map((_, i) => `${i + 1}.${app.clock.now()}@tessera`);
  const inline = pictures.map(({ name, type, bytes }, i) => ({
    ...fileOf({ name, type, bytes }),
    cid: cids[i] ?? "",
    contentDisposition: "inline" as const,
  }));
  const paragraphs = [notification.description, notification.text].filter((text) => text !== "");
  return {
    subject: oneLine(notification.subject),
    text: [...paragraphs, `${t(linkText)}: ${url}`].join("\n\n"),
    html: htmlOf(notification, cids),
    attachments: [...inline, ...attachments.map(fileOf)],
    // Prevents automatic replies.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}

const fileOf = ({ name, type, bytes }: Notification["attachments"][number]) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(bytes),
});

function htmlOf({ description, text, html, url, linkText = LINK_TEXT }: Notification, cids: readonly string[]): string {
  const paragraph = (words: string) => `<p>${escapeHtml(words).replaceAll("\n", "<br>")}</p>`;
  const pictures = cids.map(
    (cid) => `<p><img src="cid:${cid}" width="${PICTURE_WIDTH}" style="max-width:100%;height:auto" alt=""></p>`,
  );
  const parts = [
    description === "" ? "" : paragraph(description),
    `<p><b><a href="${escapeHtml(url)}">${t(linkText)}</a></b></p>`,
    html ?? (text === "" ? "" : paragraph(text)),
    ...pictures,
  ];
  return `<!doctype html><html><body style="font-family:Helvetica,Arial,sans-serif;font-size:14px">${parts.join("")}</body></html>`;
}
