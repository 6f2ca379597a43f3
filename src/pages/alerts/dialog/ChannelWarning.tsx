import { TriangleAlert } from "lucide-react";
import { rich } from "../../../i18n/rich.tsx";
import { CHANNELS, type Channel } from "../report-labels.tsx";
import { useChannels } from "../use-channels.ts";
import styles from "./aside.module.css";

export function ChannelWarning({ type }: { type: Channel }) {
  const channel = useChannels()?.[type === "SlackV2" ? "Slack" : type];
  if (!channel || channel.available) return null;
  return (
    <p className={styles.missing}>
      <TriangleAlert size={14} aria-hidden />
      <span>
        {rich("{channel} isn't set up on this server. Missing setting: <code>{setting}</code>", {
          channel: CHANNELS[type].label,
          setting: channel.missing ?? "",
          code: (setting) => <code>{setting}</code>,
        })}
      </span>
    </p>
  );
}
