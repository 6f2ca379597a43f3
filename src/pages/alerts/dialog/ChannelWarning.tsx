import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { channels } from "../../../api/report/contract.ts";
import { rich } from "../../../i18n/rich.tsx";
import { call } from "../../../web/client/client.ts";
import { CHANNELS, type Channel } from "../report-labels.tsx";
import styles from "./aside.module.css";

export function ChannelWarning({ type }: { type: Channel }) {
  const { data } = useQuery({
    queryKey: ["report", "channels"],
    queryFn: async ({ signal }) => (await call(channels, {}, { signal })).result,
  });
  const channel = data?.[type === "SlackV2" ? "Slack" : type];
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
