import { t } from "../../i18n/translate.ts";
import type { App } from "../app.ts";
import { apiEgressPolicyOf } from "../egress-policy.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { missingSetting } from "./deliver.ts";
import { type Delivery, DeliveryFailure, LINK_TEXT, type NotificationFile, oneLine } from "./notification.ts";
import { retryAfterMs, TransientError, withRetries } from "./retry.ts";

/** Uses Slack's web API: https://api.slack.com/methods. */

const TIMEOUT_MS = 60_000;
const PAGE_SIZE = 999;
const MAX_PAGES = 20;
const CHANNEL_ID = /^[CDG][A-Z0-9]{7,}$/;
/** Slack truncates longer messages. */
const MAX_TEXT = 39_000;

export type SlackChannel = {
  id: string;
  name: string;
  is_member: boolean;
  is_private: boolean;
};

interface SlackResponse {
  ok: boolean;
  error?: string;
  channels?: SlackChannel[];
  response_metadata?: { next_cursor?: string };
  upload_url?: string;
  file_id?: string;
}

type Fields = Readonly<Record<string, string>>;
type Call = (method: string, fields: Fields) => Promise<SlackResponse>;

/** `channels`: names or ids. Throws a DeliveryFailure. */
export async function sendSlack({ app, notification, signal }: Delivery, channels: readonly string[]): Promise<void> {
  const call = slackClient(app, signal);
  const parts = [
    `*${escapeText(notification.name)}*`,
    escapeText(notification.description),
    `<${notification.url}|${t(LINK_TEXT)}>`,
    escapeText(notification.text),
  ];
  const text = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, MAX_TEXT);
  const files = [...notification.pictures, ...notification.attachments];
  const ids = files.length > 0 ? await channelIds(call, channels) : channels;
  for (const channel of ids) {
    if (files.length === 0) await call("chat.postMessage", { channel, text });
    else await shareFiles({ app, call, signal }, files, { channel, text });
  }
}

export async function slackChannels(
  app: App,
  { types = ["public_channel", "private_channel"], signal }: { types?: readonly string[]; signal: AbortSignal },
): Promise<SlackChannel[]> {
  return listChannels(slackClient(app, signal), types);
}

async function listChannels(call: Call, types: readonly string[]): Promise<SlackChannel[]> {
  const found: SlackChannel[] = [];
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const fields = {
      exclude_archived: "true",
      limit: String(PAGE_SIZE),
      types: types.join(","),
      ...(cursor && { cursor }),
    };
    const answer = await call("conversations.list", fields);
    for (const { id, name, is_member = false, is_private = false } of answer.channels ?? [])
      found.push({ id, name, is_member, is_private });
    cursor = answer.response_metadata?.next_cursor ?? "";
    if (cursor === "") break;
  }
  return found;
}

/** File uploads need channel ids. */
async function channelIds(call: Call, channels: readonly string[]): Promise<string[]> {
  if (channels.every((channel) => CHANNEL_ID.test(channel))) return [...channels];
  const known = await listChannels(call, ["public_channel", "private_channel"]);
  return channels.map((channel) => {
    const name = channel.replace(/^#/, "");
    const id = CHANNEL_ID.test(channel) ? channel : known.find((one) => one.name === name)?.id;
    if (id === undefined)
      throw new DeliveryFailure(
        t("Slack channel {channel} not found, or the bot can't see it", { channel: oneLine(channel) }),
      );
    return id;
  });
}

async function shareFiles(
  { app, call, signal }: { app: App; call: Call; signal: AbortSignal },
  files: readonly NotificationFile[],
  { channel, text }: { channel: string; text: string },
): Promise<void> {
  const shared: { id: string; title: string }[] = [];
  for (const { name, type, bytes } of files) {
    const fields = { filename: name, length: String(bytes.length) };
    const { upload_url = "", file_id = "" } = await call("files.getUploadURLExternal", fields);
    await post(app, upload_url, { headers: { "content-type": type }, body: bytes, signal });
    shared.push({ id: file_id, title: name });
  }
  const fields = { channel_id: channel, initial_comment: text, files: JSON.stringify(shared) };
  await call("files.completeUploadExternal", fields);
}

function slackClient(app: App, signal: AbortSignal): Call {
  const { slackApi, slackToken } = app.config.delivery;
  const missing = missingSetting(app.config, "Slack");
  if (missing || !slackToken)
    throw new DeliveryFailure(t("Slack isn't configured: set {setting}", { setting: missing ?? "" }));
  const headers = {
    authorization: `Bearer ${slackToken}`,
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
  };
  return async (method, fields) => {
    const body = new URLSearchParams(fields).toString();
    const answer = await post(app, slackApi + method, { headers, body, signal });
    const result = (await answer
      .json()
      .catch(() => ({ ok: false, error: t("the response isn't JSON") }))) as SlackResponse;
    if (!result.ok)
      throw new DeliveryFailure(
        t("Slack rejected {method}: {reason}", { method, reason: oneLine(result.error ?? t("no reason given")) }),
      );
    return result;
  };
}

interface PostRequest {
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal;
}

function post(app: App, url: string, { headers, body, signal }: PostRequest): Promise<Response> {
  const fetchIt = guardedFetch(apiEgressPolicyOf(app));
  return withRetries(signal, async () => {
    const init = { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const answer = await fetchIt(url, init).catch((error: Error) => {
      throw new DeliveryFailure(t("Can't reach Slack: {reason}", { reason: oneLine(error.message) }));
    });
    if (answer.ok) return answer;
    const message = t("Slack responded with {status}", { status: String(answer.status) });
    if (answer.status < 500 && answer.status !== 429) throw new DeliveryFailure(message);
    throw new TransientError(message, retryAfterMs(answer.headers));
  });
}

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
