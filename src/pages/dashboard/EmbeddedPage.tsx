import { Lock } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Message } from "../../ui/Message.tsx";
import { setGuestToken } from "../../web/client/guest.ts";
import { type HostChannel, openHostChannel } from "../../web/session/host-channel.ts";
import { loadGuestSession, useSession } from "../../web/session/session.ts";
import { useAppearance } from "../../web/session/theme.ts";
import styles from "./Dashboard.module.css";
import { Opening } from "./DashboardPage.tsx";
import { hostMethods } from "./host-methods.ts";
import { OpeningSkeleton } from "./OpeningSkeleton.tsx";
import type { DashboardStore } from "./state/store.ts";
import { parseUrl } from "./state/url.ts";

export function EmbeddedPage() {
  const session = useSession();
  const [reference] = useState(embeddedDashboard);
  const [store, setStore] = useState<DashboardStore>();
  const host = useHost(store);
  useEmitDataMasks(host, store);
  if (reference === undefined || session.kind === "error") return <NoGuestAccess />;
  return (
    <main className={styles.embedded}>
      {session.kind === "signed-in" ? (
        <Opening reference={reference} onOpened={setStore} problem={<NoGuestAccess />} />
      ) : (
        <OpeningSkeleton />
      )}
    </main>
  );
}

function NoGuestAccess() {
  return (
    <main className={styles.embedded}>
      <Message
        page
        icon={<Lock size={20} />}
        title={t("You don't have access to this dashboard")}
        text={t("Ask the site that embeds this dashboard for access.")}
      />
    </main>
  );
}

function embeddedDashboard(): string | undefined {
  try {
    const { embedded } = JSON.parse(document.getElementById("app")?.dataset.bootstrap ?? "{}");
    return typeof embedded?.dashboard_id === "string" ? embedded.dashboard_id : undefined;
  } catch {
    return undefined;
  }
}

function useHost(store: DashboardStore | undefined): HostChannel | undefined {
  const [host, setHost] = useState<HostChannel>();
  const [, setAppearance] = useAppearance();
  const [context] = useState<Parameters<typeof hostMethods>[0]>(() => ({ store, host: undefined, setAppearance }));
  context.store = store;
  context.host = host;
  useEffect(() => {
    let isGone = false;
    const methods = () => ({
      ...hostMethods(context),
      guestToken: ({ guestToken }: Record<string, unknown>) => {
        if (typeof guestToken !== "string") return;
        setGuestToken(guestToken);
        void loadGuestSession();
      },
    });
    void openHostChannel(methods).then((channel) => !isGone && setHost(channel));
    return () => {
      isGone = true;
    };
  }, [context]);
  return host;
}

function useEmitDataMasks(host: HostChannel | undefined, store: DashboardStore | undefined): void {
  const [emits] = useState(() => parseUrl(window.location.search).uiConfig.emitDataMasks);
  useEffect(() => {
    if (!host || !store || !emits) return;
    return store.subscribe((now, before) => {
      if (now.applied !== before.applied) host.emit("observeDataMask", now.applied);
    });
  }, [host, store, emits]);
}
