import type { Config } from "../config/config.ts";
import { DeliveryFailure, type Sending, separated } from "./letter.ts";

/** Who gets a letter, and how. */
export interface LetterRecipient {
  type: "Email" | "Slack" | "SlackV2" | "Webhook";
  targets: { target: string; ccTarget?: string | undefined; bccTarget?: string | undefined };
}

/**
 * Sends a letter to everybody, one after another. Throws a DeliveryFailure when it did not get to all of them, which
 * says to whom not, and why; those who got it have it.
 */
export async function deliver(sending: Sending, recipients: readonly LetterRecipient[]): Promise<void> {
  if (recipients.length === 0) throw new DeliveryFailure("There is nobody to send it to");
  const failures: string[] = [];
  for (const recipient of recipients) {
    sending.signal.throwIfAborted();
    try {
      await send(sending, recipient);
    } catch (error) {
      sending.signal.throwIfAborted();
      failures.push((error as Error).message);
    }
  }
  if (failures.length > 0) throw new DeliveryFailure(failures.join("; "));
}

async function send(sending: Sending, { type, targets }: LetterRecipient): Promise<void> {
  switch (type) {
    case "Email": {
      const { sendMail } = await import("./mail.ts");
      const { target, ccTarget, bccTarget } = targets;
      return sendMail(sending, { to: separated(target), cc: separated(ccTarget), bcc: separated(bccTarget) });
    }
    case "Slack":
    case "SlackV2": {
      const { sendSlack } = await import("./slack.ts");
      return sendSlack(sending, separated(targets.target));
    }
    case "Webhook": {
      const { sendWebhook } = await import("./webhook.ts");
      return sendWebhook(sending, targets.target);
    }
  }
}

/** The ways by which alerts and reports reach people. */
export const CHANNELS = ["Email", "Slack", "Webhook"] as const;
type Channel = (typeof CHANNELS)[number];

/** The setting without which nothing can be sent this way; undefined where nothing is missing. */
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
