import { t } from "../../i18n/translate.ts";
import type { Config } from "../config/config.ts";
import { type Delivery, DeliveryFailure, sendingAlways, splitList } from "./notification.ts";

export interface LetterRecipient {
  type: "Email" | "Slack" | "SlackV2" | "Webhook";
  targets: { target: string; ccTarget?: string | undefined; bccTarget?: string | undefined };
}

/**
 * Sends to one recipient after another. Throws a DeliveryFailure naming each failed recipient; the others have received
 * it.
 */
export async function deliver(sending: Delivery, recipients: readonly LetterRecipient[]): Promise<void> {
  if (recipients.length === 0) throw new DeliveryFailure(t("No recipients"));
  const failures: string[] = [];
  const { once } = sending;
  for (const [i, recipient] of recipients.entries()) {
    sending.signal.throwIfAborted();
    const key = `${i} ${recipient.type === "Webhook" ? recipient.type : recipient.targets.target}`;
    try {
      await send({ ...sending, ...(once && { once: (part, work) => once(`${key} ${part}`.trim(), work) }) }, recipient);
    } catch (error) {
      sending.signal.throwIfAborted();
      failures.push((error as Error).message);
    }
  }
  if (failures.length > 0) throw new DeliveryFailure(failures.join("; "));
}

async function send(sending: Delivery, { type, targets }: LetterRecipient): Promise<void> {
  const { once = sendingAlways } = sending;
  switch (type) {
    case "Email": {
      const { sendMail } = await import("./mail.ts");
      const { target, ccTarget, bccTarget } = targets;
      return sendMail(sending, { to: splitList(target), cc: splitList(ccTarget), bcc: splitList(bccTarget) });
    }
    case "Slack":
    case "SlackV2": {
      const { sendSlack } = await import("./slack.ts");
      return once("", async (begin) => {
        await begin();
        await sendSlack(sending, splitList(targets.target));
      });
    }
    case "Webhook": {
      const { sendWebhook } = await import("./webhook.ts");
      return once("", async (begin) => {
        await begin();
        await sendWebhook(sending, targets.target);
      });
    }
  }
}

export const CHANNELS = ["Email", "Slack", "Webhook"] as const;
type Channel = (typeof CHANNELS)[number];

export function missingSetting({ delivery }: Pick<Config, "delivery">, channel: Channel): string | undefined {
  switch (channel) {
    case "Email":
      return delivery.smtp ? (delivery.mailFrom ? undefined : "TESSERA_SMTP_FROM") : "TESSERA_SMTP_URL";
    case "Slack":
      return delivery.slackToken ? undefined : "TESSERA_SLACK_TOKEN";
    case "Webhook":
      return undefined;
  }
}
