import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { createEmbedded, deleteEmbedded, showEmbedded, updateEmbedded } from "../../../api/embedded/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import styles from "./Header.module.css";

interface Props {
  dashboardId: number;
  onClose(): void;
}

interface Embedding {
  uuid: string;
  allowed_domains: string[];
}

export function EmbedDialog({ dashboardId, onClose }: Props) {
  const params = { id: String(dashboardId) };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ["embedding", dashboardId],
    queryFn: ({ signal }) => embeddingOf(params.id, signal),
    staleTime: 0,
    retry: false,
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const domains = chosen ?? data?.allowed_domains ?? [];
  const saveAndReport = async (save: () => Promise<unknown>, successText: string) => {
    setSaving(true);
    setProblem(undefined);
    try {
      await save();
      await refetch();
      setChosen(null);
      toast.success(successText);
    } catch (cause) {
      const invalid = invalidDomainText(toApiError(cause).message, domains);
      if (invalid) setProblem(invalid);
      else toast.error(cause);
    } finally {
      setSaving(false);
    }
  };
  const save = () =>
    saveAndReport(
      () => call(data ? updateEmbedded : createEmbedded, { params, body: { allowed_domains: domains } }),
      t("Changes saved."),
    );
  return (
    <Dialog
      open
      title={t("Embed dashboard")}
      width={720}
      onClose={onClose}
      dirty={chosen !== null}
      primary={{
        label: data ? t("Save changes") : t("Enable embedding"),
        loading: isSaving,
        disabled: isPending || (data !== null && chosen === null),
        onClick: () => void save(),
      }}
      footerNote={
        data && (
          <Button
            danger
            disabled={isSaving}
            onClick={() => void saveAndReport(() => call(deleteEmbedded, { params }), t("Embedding is off."))}
          >
            {t("Turn off embedding")}
          </Button>
        )
      }
    >
      <div className={styles.embed}>
        <p>
          {t(
            "Embed this dashboard in another website. That site's server requests a guest token from this server for each visitor.",
          )}
        </p>
        {error ? (
          <ErrorState
            compact
            title={toApiError(error).title}
            text={toApiError(error).message}
            onRetry={() => void refetch()}
          />
        ) : null}
        {isPending ? <SkeletonLines lines={3} /> : null}
        <Field
          label={t("Allowed domains")}
          problem={problem}
          hint={t("For example https://intranet.example.com or *.example.com. Leave empty to allow any site.")}
        >
          {(id) => (
            <Select
              id={id}
              mode="tags"
              open={false}
              suffixIcon={null}
              className={styles.domains}
              tokenSeparators={[",", " ", ";", "\n", "\t"]}
              placeholder={t("Any site")}
              value={domains}
              onChange={(next: string[]) => setChosen(next.map((one) => one.trim()).filter(Boolean))}
            />
          )}
        </Field>
        {data ? <Code uuid={data.uuid} /> : null}
      </div>
    </Dialog>
  );
}

/** The server names the index of an invalid domain. */
function invalidDomainText(message: string, domains: readonly string[]): string | undefined {
  const place = /^allowed_domains\.(\d+):/.exec(message)?.[1];
  return place === undefined
    ? undefined
    : t("“{domain}” isn't a valid domain.", { domain: domains[Number(place)] ?? "" });
}

async function embeddingOf(id: string, signal: AbortSignal): Promise<Embedding | null> {
  try {
    return (await call(showEmbedded, { params: { id } }, { signal })).result;
  } catch (error) {
    if (toApiError(error).status === 404) return null;
    throw error;
  }
}

function Code({ uuid }: { uuid: string }) {
  const code = sdkCode(uuid);
  return (
    <>
      <Field label={t("Embed ID")}>
        {(id) => (
          <div className={styles.embedKey}>
            <code id={id}>{uuid}</code>
            <Button size="small" onClick={() => void copyWithToast(uuid)}>
              {t("Copy")}
            </Button>
          </div>
        )}
      </Field>
      <Field
        label={t("Code for the other website")}
        aside={
          <Button size="small" type="link" onClick={() => void copyWithToast(code)}>
            {t("Copy")}
          </Button>
        }
      >
        {(id) => (
          <pre id={id} className={styles.embedCode}>
            {code}
          </pre>
        )}
      </Field>
    </>
  );
}

const sdkCode = (uuid: string) => `import { embedDashboard } from "@superset-ui/embedded-sdk";

embedDashboard({
  id: "${uuid}",
  supersetDomain: "${window.location.origin}",
  mountPoint: document.getElementById("dashboard"),
  // Your server requests the token: POST ${window.location.origin}/api/v1/security/guest_token/
  fetchGuestToken: () => fetch("/guest-token").then((response) => response.text()),
});
`;
