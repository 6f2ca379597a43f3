import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DashboardDetail } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { t } from "../../i18n/translate.ts";
import { toPropertiesPayload } from "../../model/dashboard.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, saveProblem, toApiError } from "../../web/client/errors.ts";
import { can, isAdmin, useSession } from "../../web/session/session.ts";
import { ManagedNote } from "../managed/index.ts";
import { saveWithConfirm } from "../overwrite/index.ts";
import { type EditableProperties, PropertiesDialog, type PropertiesTab } from "./PropertiesDialog.tsx";
import { propertiesOf, saveNewTags } from "./properties.ts";

interface Props {
  id: number;
  /** That it opens with. */
  tab?: PropertiesTab;
  onSaved?(): Promise<void>;
  onClose(): void;
}

/** Of a dashboard that isn't being edited: saves them itself. */
export function StoredProperties({ id, ...props }: Props) {
  const { onClose } = props;
  const state = useRef<string>(undefined);
  const { data, error, refetch } = useQuery({
    queryKey: ["dashboard", id, "properties"],
    queryFn: async ({ signal }) => {
      const onState = (read: string) => {
        state.current = read;
      };
      return (await call(dashboard.show, { params: { id: `${id}` } }, { signal, onState })).result;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <Loaded detail={data} basedOn={() => state.current} {...props} />;
  return (
    <Dialog
      open
      title={t("Edit dashboard properties")}
      width={720}
      onClose={onClose}
      primary={{ label: t("Save dashboard"), disabled: true, onClick: onClose }}
    >
      {error ? (
        <ErrorState compact title={toApiError(error).title} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  );
}

interface LoadedProps extends Omit<Props, "id"> {
  detail: DashboardDetail;
  basedOn(): string | undefined;
}

function Loaded({ detail, basedOn, tab, onSaved, onClose }: LoadedProps) {
  const queries = useQueryClient();
  const [{ described, untouched }] = useState(() => readMetadata(detail));
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const save = async (changed: EditableProperties) => {
    setBusy(true);
    setError(undefined);
    const json_metadata = JSON.stringify({ ...changed.metadata, ...untouched });
    const body = {
      ...toPropertiesPayload(changed.properties),
      ...(changed.metadata === described.metadata ? {} : { json_metadata }),
    };
    try {
      await saveWithConfirm({ noun: "dashboard", id: detail.id }, basedOn(), (state) =>
        call(dashboard.update, { params: { id: detail.id }, body }, { basedOn: state }),
      );
      await saveNewTags(detail.id, changed.properties.tags, t("Dashboard saved"));
      for (const key of ["dashboards", "dashboard", "home", "favorites"])
        void queries.invalidateQueries({ queryKey: [key] });
      await onSaved?.();
      onClose();
    } catch (cause) {
      const known = toApiError(cause);
      if (known.kind !== "aborted") setError(known);
    } finally {
      setBusy(false);
    }
  };
  const note = error ? <span role="alert">{saveProblem(error, "dashboard")}</span> : undefined;
  const managed = detail.is_managed_externally ? <Managed detail={detail} onDetached={onClose} /> : undefined;
  return (
    <PropertiesDialog
      initial={described}
      {...(tab ? { tab } : {})}
      verb={t("Save dashboard")}
      note={note ?? managed}
      isReadOnly={detail.is_managed_externally}
      isBusy={isBusy}
      problems={Object.fromEntries(Object.entries(error?.fields ?? {}).map(([key, texts]) => [key, texts.join(" ")]))}
      onApply={(changed) => void save(changed)}
      onClose={onClose}
    />
  );
}

function Managed({ detail, onDetached }: { detail: DashboardDetail; onDetached(): void }) {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.kind === "signed-in" ? session.user.userId : undefined;
  const isOwner = detail.can_edit === true || detail.owners.some(({ id }) => id === userId);
  return (
    <ManagedNote
      noun="dashboard"
      id={detail.id}
      place={detail.external_url}
      canDetach={can("can_write", "Dashboard") && (isOwner || isAdmin())}
      onDetached={() => {
        for (const key of ["dashboards", "dashboard"]) void queries.invalidateQueries({ queryKey: [key] });
        onDetached();
      }}
    />
  );
}

function readMetadata(detail: DashboardDetail): { described: EditableProperties; untouched: Record<string, unknown> } {
  const { native_filter_configuration, chart_customization_config, positions, ...metadata } = objectOf(
    detail.json_metadata,
  );
  const untouched = { native_filter_configuration, chart_customization_config, positions };
  return { described: { properties: propertiesOf(detail), metadata }, untouched };
}

function objectOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
