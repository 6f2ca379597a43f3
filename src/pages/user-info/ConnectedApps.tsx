import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { disconnect, listApps } from "../../api/oauth/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { Scope } from "../../model/agent.ts";
import type { OperationResult } from "../../model/operation.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./user-info.module.css";

const APPS = "connected-apps";

type App = OperationResult<typeof listApps>["result"][number];

const SCOPES: Readonly<Record<Scope, string>> = {
  read: t("Read"),
  sql: t("Run SQL"),
  write: t("Make changes"),
};

/** Nothing for users who connected none. */
export function ConnectedApps() {
  const [appToDisconnect, setAppToDisconnect] = useState<App>();
  const { data } = useQuery({ queryKey: [APPS], queryFn: ({ signal }) => call(listApps, {}, { signal }) });
  if (!data || data.result.length === 0) return null;
  return (
    <section aria-label={t("Connected apps")} className={styles.section}>
      <h2>{t("Connected apps")}</h2>
      <p className={styles.hint}>{t("Agents that act as you, within what you allowed.")}</p>
      <ul className={styles.keys}>
        {data.result.map((app) => (
          <li key={app.uuid} className={styles.app}>
            <strong dir="auto">{app.name}</strong>
            <span>{app.scopes.map((scope) => SCOPES[scope]).join(" · ")}</span>
            <span>{rich("Connected <time></time>", { time: () => <RelativeTime at={app.created_on} short /> })}</span>
            <span>
              {app.last_used_on
                ? rich("Used <time></time>", { time: () => <RelativeTime at={app.last_used_on ?? undefined} short /> })
                : t("Never used")}
            </span>
            <Button
              size="small"
              aria-label={t("Disconnect {name}", { name: app.name })}
              icon={<Unplug size={14} />}
              className={styles.disconnect}
              onClick={() => setAppToDisconnect(app)}
            >
              {t("Disconnect")}
            </Button>
          </li>
        ))}
      </ul>
      {appToDisconnect ? <Disconnect app={appToDisconnect} onClose={() => setAppToDisconnect(undefined)} /> : null}
    </section>
  );
}

function Disconnect({ app: { uuid, name }, onClose }: { app: App; onClose(): void }) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const confirm = async () => {
    setBusy(true);
    try {
      await call(disconnect, { params: { uuid } });
      toast.success(t("Disconnected: {name}", { name }));
    } catch (error) {
      toast.error(error, (message) => t("There was an issue disconnecting {name}: {message}", { name, message }));
    }
    await queries.invalidateQueries({ queryKey: [APPS] });
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Disconnect {name}?", { name })}
      verb={t("Disconnect")}
      word={null}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t("It loses access immediately. You can connect it again from the app.")}</p>
    </ConfirmDelete>
  );
}
