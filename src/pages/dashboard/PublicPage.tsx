import { Link2Off } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Message } from "../../ui/Message.tsx";
import { linkedDashboard } from "../../web/session/public-link.ts";
import { useSession } from "../../web/session/session.ts";
import styles from "./Dashboard.module.css";
import { Opening } from "./DashboardPage.tsx";
import { OpeningSkeleton } from "./OpeningSkeleton.tsx";

export function PublicPage() {
  const session = useSession();
  const [link] = useState(linkedDashboard);
  const hasEnded = session.kind === "signed-in" && session.ended;
  if (!link || session.kind === "error" || hasEnded) return <Ended />;
  return (
    <main className={styles.embedded}>
      {session.kind === "signed-in" ? (
        <Opening reference={link.dashboard_id} problem={<Ended />} />
      ) : (
        <OpeningSkeleton />
      )}
    </main>
  );
}

/** Doesn't say why, so that addresses can't be probed. */
function Ended() {
  return (
    <main className={styles.embedded}>
      <Message
        page
        icon={<Link2Off size={20} />}
        title={t("This link doesn't work anymore")}
        text={t("Ask the person who sent it to you for a new one.")}
      />
    </main>
  );
}
