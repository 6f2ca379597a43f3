import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type ChartDetail, show } from "../../api/chart/contract.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, saveProblem, toApiError } from "../../web/client/errors.ts";
import { can, isAdmin, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./chart-properties.module.css";
import { PropertyFields } from "./PropertyFields.tsx";
import { type Draft, draftOf, type SavedProperties, saveProperties } from "./properties.ts";

interface Props {
  chartId: number;
  /** What an editor that has the chart open started from: a save of somebody else since then is asked about. */
  basedOn?: string | undefined;
  onSaved(saved: SavedProperties): void;
  onClose(): void;
}

const TITLE = "Chart properties";

/** Name, description, owners, tags, cache time and certification of a saved chart, read when they are opened. */
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
      primary={{ label: "Save properties", disabled: true, onClick: onClose }}
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
  const lock = useLock(detail);
  const [before] = useState(() => draftOf(detail));
  const [draft, setDraft] = useState<Draft>(before);
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before);
  const submit = async () => {
    setIsBusy(true);
    try {
      onSaved(await saveProperties(detail.id, draft, basedOn()));
      toast.success("Chart properties updated");
      onClose();
    } catch (caught) {
      const known = toApiError(caught);
      if (known.kind !== "aborted") setError(known);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={TITLE}
      onClose={onClose}
      dirty={isDirty}
      footerNote={lock}
      primary={{
        label: "Save properties",
        disabled: lock !== undefined || !isDirty || draft.slice_name.trim() === "",
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
        isReadOnly={lock !== undefined}
        problems={error?.fields ?? {}}
        onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
      />
    </Dialog>
  );
}

/** Why the user may not change the properties. */
function useLock(detail: ChartDetail): string | undefined {
  const session = useSession();
  if (detail.is_managed_externally) return "This chart is managed externally, and can't be edited here";
  const userId = session.kind === "signed-in" ? session.user.userId : undefined;
  const isOwner = detail.owners.some(({ id }) => id !== undefined && id === userId);
  return can("can_write", "Chart") && (isOwner || isAdmin()) ? undefined : "Only owners may change these";
}
