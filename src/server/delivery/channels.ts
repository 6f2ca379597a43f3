import type { Config } from "../config/config.ts";

/** The ways by which alerts and reports reach people. */
export const CHANNELS = ["Email", "Slack", "Webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

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
