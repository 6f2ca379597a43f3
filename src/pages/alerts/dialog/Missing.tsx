import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { channels } from "../../../api/report/contract.ts";
import { call } from "../../../web/client/client.ts";
import { CHANNELS, type Channel } from "../report-words.tsx";
import styles from "./aside.module.css";

/** That nothing is sent this way yet, and which setting of the server that takes. */
export function Missing({ type }: { type: Channel }) {
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
        {CHANNELS[type].label} is not set up on this server: <code>{channel.missing}</code> is missing.
      </span>
    </p>
  );
}
