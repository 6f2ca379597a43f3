import type { App } from "../app.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { reachOf } from "../reach.ts";
import { attempts, Passing, retryAfterMs } from "./attempts.ts";
import { missingSetting } from "./deliver.ts";
import { DeliveryFailure, type LetterFile, LINK_TEXT, oneLine, type Sending } from "./letter.ts";

/** Letters to channels of Slack, by the methods of its web API: https://api.slack.com/methods. */

const ANSWERED_MS = 60_000;
const PAGE = 999;
/** Of a workspace; nobody looks through more. */
const MOST_PAGES = 20;
const CHANNEL_ID = /^[CDG][A-Z0-9]{7,}$/;
/** Slack cuts longer ones. */
const MAX_TEXT = 39_000;

export type SlackChannel = {
  id: string;
  name: string;
  is_member: boolean;
  is_private: boolean;
};

interface SlackAnswer {
  ok: boolean;
  error?: string;
  channels?: SlackChannel[];
  response_metadata?: { next_cursor?: string };
  upload_url?: string;
  file_id?: string;
}

type Fields = Readonly<Record<string, string>>;
type Call = (method: string, fields: Fields) => Promise<SlackAnswer>;

/** Throws a DeliveryFailure that says why it could not be sent to one of the channels, names or ids. */
export async function sendSlack({ app, letter, signal }: Sending, channels: readonly string[]): Promise<void> {
  const call = callerOf(app, signal);
  const parts = [
    `*${escaped(letter.name)}*`,
    escaped(letter.description),
    `<${letter.url}|${LINK_TEXT}>`,
    escaped(letter.text),
  ];
  const text = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, MAX_TEXT);
  const files = [...letter.pictures, ...letter.attachments];
  const ids = files.length > 0 ? await idsOf(call, channels) : channels;
  for (const channel of ids) {
    if (files.length === 0) await call("chat.postMessage", { channel, text });
    else await shareFiles({ app, call, signal }, files, { channel, text });
  }
}

/** What can be sent to, of the kinds asked for; every channel that a bot sees unless said. */
export async function slackChannels(
  app: App,
  { types = ["public_channel", "private_channel"], signal }: { types?: readonly string[]; signal: AbortSignal },
): Promise<SlackChannel[]> {
  return listed(callerOf(app, signal), types);
}

async function listed(call: Call, types: readonly string[]): Promise<SlackChannel[]> {
  const found: SlackChannel[] = [];
  let cursor = "";
  for (let page = 0; page < MOST_PAGES; page++) {
    const fields = { exclude_archived: "true", limit: String(PAGE), types: types.join(","), ...(cursor && { cursor }) };
    const answer = await call("conversations.list", fields);
    for (const { id, name, is_member = false, is_private = false } of answer.channels ?? [])
      found.push({ id, name, is_member, is_private });
    cursor = answer.response_metadata?.next_cursor ?? "";
    if (cursor === "") break;
  }
  return found;
}

/** Files go to channels by their ids only. */
async function idsOf(call: Call, channels: readonly string[]): Promise<string[]> {
  if (channels.every((channel) => CHANNEL_ID.test(channel))) return [...channels];
  const known = await listed(call, ["public_channel", "private_channel"]);
  return channels.map((channel) => {
    const name = channel.replace(/^#/, "");
    const id = CHANNEL_ID.test(channel) ? channel : known.find((one) => one.name === name)?.id;
    if (id === undefined) throw new DeliveryFailure(`Slack has no channel ${oneLine(channel)} that the bot sees`);
    return id;
  });
}

async function shareFiles(
  { app, call, signal }: { app: App; call: Call; signal: AbortSignal },
  files: readonly LetterFile[],
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

function callerOf(app: App, signal: AbortSignal): Call {
  const { slackApi, slackToken } = app.config.delivery;
  const missing = missingSetting(app.config, "Slack");
  if (missing || !slackToken) throw new DeliveryFailure(`Slack is not configured: ${missing} is not set`);
  const headers = {
    authorization: `Bearer ${slackToken}`,
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
  };
  return async (method, fields) => {
    const body = new URLSearchParams(fields).toString();
    const answer = await post(app, slackApi + method, { headers, body, signal });
    const told = (await answer.json().catch(() => ({ ok: false, error: "no JSON" }))) as SlackAnswer;
    if (!told.ok) throw new DeliveryFailure(`Slack refused ${method}: ${oneLine(told.error ?? "for no reason")}`);
    return told;
  };
}

interface Posted {
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal;
}

function post(app: App, url: string, { headers, body, signal }: Posted): Promise<Response> {
  const fetchIt = guardedFetch(reachOf(app));
  return attempts(signal, async () => {
    const asked = { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWERED_MS) };
    const answer = await fetchIt(url, asked).catch((error: Error) => {
      throw new DeliveryFailure(`Slack cannot be reached: ${oneLine(error.message)}`);
    });
    if (answer.ok) return answer;
    const message = `Slack answered ${answer.status}`;
    if (answer.status < 500 && answer.status !== 429) throw new DeliveryFailure(message);
    throw new Passing(message, retryAfterMs(answer.headers));
  });
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
