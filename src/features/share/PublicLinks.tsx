import { Button, Input } from "antd";
import { Copy, Link2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { create } from "../../api/public-link/contract.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { nowMs } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { can } from "../../web/session/session.ts";
import { copyText } from "../../web/toasts/clipboard.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./public-links.module.css";
import {
  dayIn,
  dayText,
  endOfDay,
  linkName,
  PUBLIC_LINKS_PATH,
  type PublicLink,
  useDashboardLinks,
  usePublicLinkSettings,
  useRefreshLinks,
} from "./public-links.ts";
import { RevokeDialog } from "./RevokeDialog.tsx";

export function PublicLinks({ dashboardId }: { dashboardId: number }) {
  const { data: settings, error, refetch } = usePublicLinkSettings();
  if (error) {
    const { title, message } = toApiError(error);
    return <ErrorState compact title={title} text={message} onRetry={() => void refetch()} />;
  }
  if (!settings) return <SkeletonLines lines={2} />;
  if (!settings.enabled) return <Off />;
  return (
    <>
      <p>{t("Anyone with the link sees this dashboard without signing in, with the data that you can see.")}</p>
      <NewLink dashboardId={dashboardId} maxDays={settings.max_days} />
      <OwnLinks dashboardId={dashboardId} />
    </>
  );
}

function Off() {
  if (!can("can_manage", "PublicLink"))
    return <p>{t("Public links are off. An administrator can turn them on under Public links.")}</p>;
  return (
    <div className={styles.off}>
      <p>{t("Public links are off.")}</p>
      <Link to={PUBLIC_LINKS_PATH}>{t("Turn on in Public links")}</Link>
    </div>
  );
}

interface NewLinkProps {
  dashboardId: number;
  maxDays: number;
}

function NewLink({ dashboardId, maxDays }: NewLinkProps) {
  const [now] = useState(nowMs);
  const [name, setName] = useState("");
  const [day, setDay] = useState(() => dayIn(maxDays, now));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [address, setAddress] = useState<string>();
  const refresh = useRefreshLinks();
  const submit = async () => {
    if (day === "") return setProblem(t("This is a required field"));
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { dashboard_id: dashboardId, ends_on: endOfDay(day), name: name.trim() || null };
      const { url } = await call(create, { body });
      setAddress(new URL(url, window.location.origin).href);
      setName("");
      await refresh();
    } catch (error) {
      const { fields, message } = toApiError(error);
      setProblem(fields.ends_on?.join(" ") ?? message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.form}>
        <Field label={t("Name")}>
          {(id) => (
            <Input
              id={id}
              maxLength={150}
              placeholder={t("e.g. Press")}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("Last day *")} problem={problem}>
          {(id) => (
            <Input
              id={id}
              type="date"
              min={dayIn(0, now)}
              max={dayIn(maxDays, now)}
              status={problem ? "error" : ""}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Button className={styles.create} icon={<Link2 size={14} />} loading={busy} onClick={() => void submit()}>
          {t("Create public link")}
        </Button>
      </div>
      {address ? <NewAddress address={address} /> : null}
    </>
  );
}

function NewAddress({ address }: { address: string }) {
  const copy = async () => {
    if (await copyText(address)) toast.success(t("Link Copied!"));
  };
  return (
    <div className={styles.fresh} role="status">
      <div className={styles.line}>
        <Input
          readOnly
          dir="ltr"
          aria-label={t("Public link")}
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <Button type="primary" icon={<Copy size={14} />} onClick={() => void copy()}>
          {t("Copy public link")}
        </Button>
      </div>
      <p className={styles.note}>{t("Copy it now. The address isn't shown again after this dialog is closed.")}</p>
    </div>
  );
}

function OwnLinks({ dashboardId }: { dashboardId: number }) {
  const { data: shown = [] } = useDashboardLinks(dashboardId);
  const [toRevoke, setToRevoke] = useState<PublicLink>();
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={styles.links} aria-label={t("Active public links")}>
        {shown.map((link) => (
          <li key={link.id}>
            <span className={styles.about}>
              <span className={styles.name} dir="auto">
                {linkName(link)}
              </span>
              <span className={styles.note}>{factsOf(link)}</span>
            </span>
            <Button size="small" danger onClick={() => setToRevoke(link)}>
              {t("Revoke")}
            </Button>
          </li>
        ))}
      </ul>
      {toRevoke ? <RevokeDialog link={toRevoke} onClose={() => setToRevoke(undefined)} /> : null}
    </>
  );
}

const factsOf = ({ ends_on, opens }: PublicLink) =>
  t("Until {day} · {opens, plural, =0 {never opened} one {opened once} other {opened # times}}", {
    day: dayText(ends_on),
    opens,
  });
