import { t } from "../../i18n/translate.ts";
import { webhookEgressPolicyOf } from "../egress-policy.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { type Delivery, DeliveryFailure, type Notification, oneLine } from "./notification.ts";
import { retryAfterMs, TransientError, withRetries } from "./retry.ts";

const TIMEOUT_MS = 60_000;

/**
 * Sends JSON, or a form when there are files. Throws a DeliveryFailure. Only allowed hosts; never follows redirects.
 */
export async function sendWebhook({ app, notification, signal }: Delivery, target: string): Promise<void> {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
    throw new DeliveryFailure(t("A webhook must be an https:// address without a password"));
  const post = guardedFetch(webhookEgressPolicyOf(app));
  const { body, type } = await bodyOf(notification);
  await withRetries(signal, async () => {
    const init = { method: "POST", headers: { "content-type": type }, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const answer = await post(url.href, init).catch((error: Error) => {
      throw new DeliveryFailure(
        t("Can't reach the webhook at {host}: {reason}", { host: url.hostname, reason: oneLine(error.message) }),
      );
    });
    if (answer.ok) return;
    const message = t("The webhook at {host} responded with {status}", {
      host: url.hostname,
      status: String(answer.status),
    });
    const isTransient = answer.status >= 500 || answer.status === 429;
    throw isTransient ? new TransientError(message, retryAfterMs(answer.headers)) : new DeliveryFailure(message);
  });
}

async function bodyOf(notification: Notification): Promise<{ body: ArrayBuffer; type: string }> {
  const fields = fieldsOf(notification);
  const files = [...notification.pictures, ...notification.attachments];
  const encoded =
    files.length === 0
      ? new Response(JSON.stringify(fields), { headers: { "content-type": "application/json" } })
      : new Response(formOf(fields, files));
  return { body: await encoded.arrayBuffer(), type: encoded.headers.get("content-type") ?? "" };
}

function fieldsOf({ name, description, text, url, about }: Notification) {
  const header = {
    notification_format: about.format,
    notification_type: about.type,
    notification_source: about.source,
    chart_id: about.chartId,
    dashboard_id: about.dashboardId,
  };
  return { name, header, text, description, url };
}

function formOf(fields: ReturnType<typeof fieldsOf>, files: Notification["attachments"]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const { name, type, bytes } of files) form.append("files", new Blob([Buffer.from(bytes)], { type }), name);
  return form;
}
