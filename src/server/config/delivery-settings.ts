import { ConfigError } from "./config-error.ts";

/** How alerts and reports leave the server. */
export interface DeliverySettings {
  smtp: SmtpSettings | undefined;
  /** Whom mail is from, `bi@example.org` or `Reports <bi@example.org>`. */
  mailFrom: string | undefined;
  /** Of a bot. */
  slackToken: string | undefined;
  /** Where the methods of Slack are. */
  slackApi: string;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** Encrypted from the first byte. */
  isSecure: boolean;
  /** No mail goes where the connection cannot be encrypted. */
  needsTls: boolean;
  user: string | undefined;
  password: string | undefined;
}

type Text = (name: string) => string | undefined;

const ADDRESS = /^[^\s<>"@]+@[^\s<>"@]+$/;

/** Throws a ConfigError for settings that cannot work. */
export function readDeliverySettings(text: Text): DeliverySettings {
  return {
    smtp: smtpOf(text("TESSERA_SMTP_URL")),
    mailFrom: fromOf(text("TESSERA_SMTP_FROM")),
    slackToken: text("TESSERA_SLACK_TOKEN"),
    slackApi: "https://slack.com/api/",
  };
}

/** The address that links in mails and messages lead to, without a slash at its end. */
export function readPublicUrl(text: Text): string | undefined {
  const given = text("TESSERA_PUBLIC_URL");
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "")
    return url.href.replace(/\/+$/, "");
  throw new ConfigError("TESSERA_PUBLIC_URL must be an address like https://bi.example.com.");
}

function smtpOf(given: string | undefined): SmtpSettings | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    throw new ConfigError("TESSERA_SMTP_URL must be an address like smtp://user:password@mail.example.com:587.");
  const isSecure = url.protocol === "smtps:";
  const user = decoded(url.username);
  const usualPort = user === undefined ? 25 : 587;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isSecure ? 465 : usualPort)),
    isSecure,
    needsTls: needsTls(url),
    user,
    password: decoded(url.password),
  };
}

/** A password goes over no network in plain text unless it is said. */
function needsTls({ searchParams, username, hostname }: URL): boolean {
  const tls = searchParams.get("tls");
  if (tls === null) return username !== "" && !isLoopback(hostname);
  if (tls === "required" || tls === "optional") return tls === "required";
  throw new ConfigError("TESSERA_SMTP_URL: tls must be required or optional.");
}

function decoded(part: string): string | undefined {
  if (part === "") return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError("TESSERA_SMTP_URL: write a % of the name or password as %25.");
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

function fromOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const address = /<([^<>]*)>$/.exec(given)?.[1] ?? given;
  if (ADDRESS.test(address) && !/\p{Cc}/u.test(given)) return given;
  throw new ConfigError(
    "TESSERA_SMTP_FROM must be an address like reports@example.com or Reports <reports@example.com>.",
  );
}
