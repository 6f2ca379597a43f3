import type { SendMailOptions, Transporter } from "nodemailer";
import { currentLocale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import type { App } from "../app.ts";
import type { SmtpSettings } from "../config/delivery-settings.ts";
import { attempts, Passing } from "./attempts.ts";
import { missingSetting } from "./deliver.ts";
import { DeliveryFailure, htmlText, type Letter, LINK_TEXT, oneLine, type Sending } from "./letter.ts";
import { byLanguage, type MailAddresses } from "./mail-languages.ts";

/** Letters by e-mail. */

const CONNECTED_MS = 20_000;
const SILENT_MS = 60_000;
/** As wide as pictures are in a mail, pixels. */
const PICTURE_WIDTH = 1000;

/** Sends one mail for each language of the addresses. Throws a DeliveryFailure that says why not, also when some of the addresses were refused. */
export async function sendMail({ app, letter, signal }: Sending, addresses: MailAddresses): Promise<void> {
  const { smtp, mailFrom } = app.config.delivery;
  const missing = missingSetting(app.config, "Email");
  if (!smtp || !mailFrom || missing) throw new DeliveryFailure(`E-mail is not configured: ${missing} is not set`);
  const transport = await transportOf(smtp);
  const mails = [...(await byLanguage(app, addresses))].map(([language, own]) => ({
    ...inLocale({ ...currentLocale(), language }, () => mailOf(app, letter)),
    from: mailFrom,
    to: [...own.to],
    cc: [...own.cc],
    bcc: [...own.bcc],
  }));
  const stop = () => transport.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (const mail of mails) await attempts(signal, () => sent(transport, mail));
  } finally {
    signal.removeEventListener("abort", stop);
    transport.close();
  }
}

async function transportOf({ host, port, isSecure, needsTls, user, password }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: needsTls,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: CONNECTED_MS,
    greetingTimeout: CONNECTED_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function sent(transport: Transporter, mail: SendMailOptions): Promise<void> {
  const { rejected } = (await transport.sendMail(mail).catch(refuse)) as { rejected?: unknown[] };
  if (rejected && rejected.length > 0)
    throw new DeliveryFailure(`The mail server refused these addresses: ${rejected.map(String).join(", ")}`);
}

interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Once the server has the mail nothing is tried again: nobody shall get it twice. */
function refuse(error: SmtpFailure): never {
  const message = `The mail could not be sent: ${oneLine(error.message)}`;
  const { responseCode: code = 0, command } = error;
  const mayPass = command === "CONN" || (code >= 400 && code < 500);
  throw mayPass ? new Passing(message) : new DeliveryFailure(message);
}

function mailOf(app: App, letter: Letter): SendMailOptions {
  const { pictures, attachments, url } = letter;
  const cids = pictures.map((_, i) => `${i + 1}.${app.clock.now()}@tessera`);
  const inline = pictures.map(({ name, type, bytes }, i) => ({
    ...fileOf({ name, type, bytes }),
    cid: cids[i] ?? "",
    contentDisposition: "inline" as const,
  }));
  const paragraphs = [letter.description, letter.text].filter((text) => text !== "");
  return {
    subject: oneLine(letter.subject),
    text: [...paragraphs, `${LINK_TEXT}: ${url}`].join("\n\n"),
    html: htmlOf(letter, cids),
    attachments: [...inline, ...attachments.map(fileOf)],
    // So that nobody's notice of absence answers it.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}

const fileOf = ({ name, type, bytes }: Letter["attachments"][number]) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(bytes),
});

function htmlOf({ description, text, html, url }: Letter, cids: readonly string[]): string {
  const written = (words: string) => `<p>${htmlText(words).replaceAll("\n", "<br>")}</p>`;
  const pictures = cids.map(
    (cid) => `<p><img src="cid:${cid}" width="${PICTURE_WIDTH}" style="max-width:100%;height:auto" alt=""></p>`,
  );
  const parts = [
    description === "" ? "" : written(description),
    `<p><b><a href="${htmlText(url)}">${LINK_TEXT}</a></b></p>`,
    html ?? (text === "" ? "" : written(text)),
    ...pictures,
  ];
  return `<!doctype html><html><body style="font-family:Helvetica,Arial,sans-serif;font-size:14px">${parts.join("")}</body></html>`;
}
