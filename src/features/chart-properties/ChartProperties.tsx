import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type ChartDetail, show } from "../../api/chart/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, saveProblem, toApiError } from "../../web/client/errors.ts";
import { can, isAdmin, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { ManagedNote } from "../managed/index.ts";
import styles from "./chart-properties.module.css";
import { PropertyFields } from "./PropertyFields.tsx";
import { type Draft, draftOf, type SavedProperties, saveProperties } from "./properties.ts";

interface Props {
  chartId: number;
  /** ETag of the chart as the editor loaded it; saving asks before overwriting another user's later save. */
  basedOn?: string | undefined;
  onSaved(saved: SavedProperties): void;
  onClose(): void;
}

const MANAGED = t("This chart is edited in files and can't be edited here");
const TITLE = t("Chart properties");

export function ChartProperties({ chartId, basedOn, onSaved, onClose }: Props) {
  const state = useRef<string>(undefined);
  const { data, error, refetch } = useQuery({
    queryKey: ["chart", chartId, "properties"],
    queryFn: async ({ signal }) => {
      const onState = (read: string) => {
        state.current = read;
      };
      return (await call(show, { params: { id: `${chartId}` } }, { signal, onState })).result;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data)
    return <Loaded detail={data} basedOn={() => basedOn ?? state.current} onSaved={onSaved} onClose={onClose} />;
  return (
    <Dialog
      open
      title={TITLE}
      onClose={onClose}
      primary={{ label: t("Save properties"), disabled: true, onClick: onClose }}
    >
      {error ? (
        <ErrorState compact title={toApiError(error).title} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  );
}

interface LoadedProps extends Pick<Props, "onSaved" | "onClose"> {
  detail: ChartDetail;
  basedOn(): string | undefined;
}

function Loaded({ detail, basedOn, onSaved, onClose }: LoadedProps) {
  const { readOnlyReason, canDetach } = useEditing(detail);
  const [before] = useState(() => draftOf(detail));
  const [draft, setDraft] = useState<Draft>(before);
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before);
  const submit = async () => {
    setIsBusy(true);
    try {
      onSaved(await saveProperties(detail.id, draft, basedOn()));
      toast.success(t("Chart properties updated"));
      onClose();
    } catch (caught) {
      const apiError = toApiError(caught);
      if (apiError.kind !== "aborted") setError(apiError);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={TITLE}
      onClose={onClose}
      dirty={isDirty}
      footerNote={
        detail.is_managed_externally ? (
          <ManagedNote
            noun="chart"
            id={detail.id}
            place={detail.external_url}
            text={MANAGED}
            canDetach={canDetach}
            onDetached={onClose}
          />
        ) : (
          readOnlyReason
        )
      }
      primary={{
        label: t("Save properties"),
        disabled: readOnlyReason !== undefined || !isDirty || draft.slice_name.trim() === "",
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      {error ? (
        <p className={styles.failed} role="alert">
          {saveProblem(error, "chart")}
        </p>
      ) : null}
      <PropertyFields
        draft={draft}
        isReadOnly={readOnlyReason !== undefined}
        problems={error?.fields ?? {}}
        onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
      />
    </Dialog>
  );
}

function useEditing(detail: ChartDetail) {
  const session = useSession();
  const userId = session.kind === "signed-in" ? session.user.userId : undefined;
  const isOwner = detail.owners.some(({ id }) => id !== undefined && id === userId);
  const mayEdit = can("can_write", "Chart") && (isOwner || isAdmin());
  const reason = mayEdit ? undefined : t("Only owners can edit these properties");
  return { readOnlyReason: detail.is_managed_externally ? MANAGED : reason, canDetach: mayEdit };
}
