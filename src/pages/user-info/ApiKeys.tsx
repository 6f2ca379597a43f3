import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { listKeys, revokeKey } from "../../api/security/api-keys-contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { dateText, exactTime, parseMoment } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { toast } from "../../web/toasts/toasts.ts";
import { KEYS } from "./keys.ts";
import styles from "./user-info.module.css";

const NewKey = lazyComponent(async () => (await import("./NewKey.tsx")).NewKey);

type Key = OperationResult<typeof listKeys>["result"][number];

export function ApiKeys({ canWrite }: { canWrite: boolean }) {
  const [isNew, setNew] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<Key>();
  return (
    <section aria-label={t("API keys")} className={styles.section}>
      <div className={styles.head}>
        <h2>{t("API keys")}</h2>
        {canWrite ? (
          <Button icon={<Plus size={16} />} onClick={() => setNew(true)}>
            {t("New key")}
          </Button>
        ) : null}
      </div>
      <p className={styles.hint}>
        {rich("Programs that send a key as <code>Authorization: Bearer sst_…</code> can do everything you can.", {
          code: (header) => <code>{header}</code>,
        })}
      </p>
      <Keys canWrite={canWrite} onRevoke={setKeyToRevoke} />
      {isNew ? <NewKey onClose={() => setNew(false)} /> : null}
      {keyToRevoke ? <RevokeKey row={keyToRevoke} onClose={() => setKeyToRevoke(undefined)} /> : null}
    </section>
  );
}

function Keys({ canWrite, onRevoke }: { canWrite: boolean; onRevoke(row: Key): void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [KEYS],
    queryFn: ({ signal }) => call(listKeys, {}, { signal }),
  });
  if (error) {
    const { title, message } = toApiError(error);
    return <ErrorState compact title={title} text={message === title ? undefined : message} onRetry={refetch} />;
  }
  if (!data) return <SkeletonLines lines={3} />;
  if (data.result.length === 0) {
    return (
      <EmptyState
        compact
        icon={<KeyRound size={20} />}
        title={t("No API keys yet")}
        text={t("With an API key, a program can sign in as you without your password.")}
      />
    );
  }
  return (
    <ul className={styles.keys} aria-busy={isFetching}>
      {data.result.map((row) => (
        <li key={row.uuid}>
          <strong dir="auto">{row.name}</strong>
          <code>{row.key_prefix}…</code>
          <KeyTimes row={row} />
          {canWrite ? (
            <IconButton
              label={t("Revoke {name}", { name: row.name })}
              icon={<Trash2 size={16} />}
              className={styles.revoke}
              onClick={() => onRevoke(row)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function KeyTimes({ row }: { row: Key }) {
  return (
    <>
      <span>{rich("Created <time></time>", { time: () => <RelativeTime at={row.created_on} short /> })}</span>
      <span>
        {row.last_used_on
          ? rich("Used <time></time>", { time: () => <RelativeTime at={row.last_used_on ?? undefined} short /> })
          : t("Never used")}
      </span>
      <span>{row.active ? expirationOf(row.expires_on) : <Pill tone="error">{t("Expired")}</Pill>}</span>
    </>
  );
}

function expirationOf(expires: string | null) {
  if (expires === null) return t("No expiration");
  const at = new Date(parseMoment(expires));
  return (
    <time dateTime={at.toISOString()} title={exactTime(at.getTime())}>
      {t("Expires {day}", { day: dateText(at, { dateStyle: "medium" }) })}
    </time>
  );
}

function RevokeKey({ row, onClose }: { row: Key; onClose(): void }) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const revoke = async () => {
    setBusy(true);
    try {
      await call(revokeKey, { params: { uuid: row.uuid } });
      toast.success(t("Revoked: {name}", { name: row.name }));
    } catch (error) {
      toast.error(error, (message) => t("There was an issue revoking {name}: {message}", { name: row.name, message }));
    }
    await queries.invalidateQueries({ queryKey: [KEYS] });
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Revoke API key?")}
      verb={t("Revoke key")}
      word={t("REVOKE")}
      busy={isBusy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        {rich("Programs that use <strong>{name}</strong> will lose access permanently.", {
          name: row.name,
          strong: (name) => <strong>{name}</strong>,
        })}
      </p>
    </ConfirmDelete>
  );
}
