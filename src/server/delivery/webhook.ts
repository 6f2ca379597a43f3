import { guardedFetch } from "../guarded-fetch.ts";
import { webhookReachOf } from "../reach.ts";
import { attempts, Passing, retryAfterMs } from "./attempts.ts";
import { DeliveryFailure, type Letter, oneLine, type Sending } from "./letter.ts";

/** Letters to an address of the web: JSON, or a form with the files where there are some. */

const ANSWERED_MS = 60_000;

/** Throws a DeliveryFailure that says why it could not be sent. Goes to hosts that `reach` allows only, never on. */
export async function sendWebhook({ app, letter, signal }: Sending, target: string): Promise<void> {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
    throw new DeliveryFailure("A webhook must be an address of https without a password in it");
  const post = guardedFetch(webhookReachOf(app));
  const { body, type } = await bodyOf(letter);
  await attempts(signal, async () => {
    const asked = { method: "POST", headers: { "content-type": type }, body, signal: AbortSignal.timeout(ANSWERED_MS) };
    const answer = await post(url.href, asked).catch((error: Error) => {
      throw new DeliveryFailure(`The webhook at ${url.hostname} cannot be reached: ${oneLine(error.message)}`);
    });
    if (answer.ok) return;
    const message = `The webhook at ${url.hostname} answered ${answer.status}`;
    const mayPass = answer.status >= 500 || answer.status === 429;
    throw mayPass ? new Passing(message, retryAfterMs(answer.headers)) : new DeliveryFailure(message);
  });
}

async function bodyOf(letter: Letter): Promise<{ body: ArrayBuffer; type: string }> {
  const fields = fieldsOf(letter);
  const files = [...letter.pictures, ...letter.attachments];
  const made =
    files.length === 0
      ? new Response(JSON.stringify(fields), { headers: { "content-type": "application/json" } })
      : new Response(formOf(fields, files));
  return { body: await made.arrayBuffer(), type: made.headers.get("content-type") ?? "" };
}

function fieldsOf({ name, description, text, url, about }: Letter) {
  const header = {
    notification_format: about.format,
    notification_type: about.type,
    notification_source: about.source,
    chart_id: about.chartId,
    dashboard_id: about.dashboardId,
  };
  return { name, header, text, description, url };
}

function formOf(fields: ReturnType<typeof fieldsOf>, files: Letter["attachments"]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const { name, type, bytes } of files) form.append("files", new Blob([Buffer.from(bytes)], { type }), name);
  return form;
}
