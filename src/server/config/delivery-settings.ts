import { ConfigError } from "./config-error.ts";

export interface DeliverySettings {
  smtp: SmtpSettings | undefined;
  mailFrom: string | undefined;
  slackToken: string | undefined;
  slackApi: string;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  /** Refuse to send without STARTTLS. */
  needsTls: boolean;
  user: string | undefined;
  password: string | undefined;
}

type Text = (name: string) => string | undefined;

const ADDRESS = /^[^\s<>"@]+@[^\s<>"@]+$/;

/** Throws a ConfigError for invalid settings. */
export function readDeliverySettings(text: Text): DeliverySettings {
  return {
    smtp: smtpOf(text("TESSERA_SMTP_URL")),
    mailFrom: fromOf(text("TESSERA_SMTP_FROM")),
    slackToken: text("TESSERA_SLACK_TOKEN"),
    slackApi: "https://slack.com/api/",
  };
}

export function readPublicUrl(text: Text): string | undefined {
  const value = text("TESSERA_PUBLIC_URL");
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "")
    return url.href.replace(/\/+$/, "");
  throw new ConfigError("TESSERA_PUBLIC_URL must be an address like https://bi.example.com.");
}

function smtpOf(value: string | undefined): SmtpSettings | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    throw new ConfigError("TESSERA_SMTP_URL must be an address like smtp://user:password@mail.example.com:587.");
  const isSecure = url.protocol === "smtps:";
  const user = decoded(url.username);
  const defaultPort = user === undefined ? 25 : 587;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isSecure ? 465 : defaultPort)),
    isSecure,
    needsTls: needsTls(url),
    user,
    password: decoded(url.password),
  };
}

/** By default a password is never sent unencrypted, except to loopback. */
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
    throw new ConfigError("TESSERA_SMTP_URL: encode % in the user name or password as %25.");
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

function fromOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const address = /<([^<>]*)>$/.exec(value)?.[1] ?? value;
  if (ADDRESS.test(address) && !/\p{Cc}/u.test(value)) return value;
  throw new ConfigError(
    "TESSERA_SMTP_FROM must be an address like reports@example.com or Reports <reports@example.com>.",
  );
}
