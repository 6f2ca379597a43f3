import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as database from "../../../api/database/contract.ts";
import { ManagedNote } from "../../../features/managed/index.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { LoadingDialog } from "../../../web/dialogs/LoadingDialog.tsx";
import { toast } from "../../../web/toasts/toasts.ts";
import { ConnectionFields } from "./ConnectionFields.tsx";
import { ConnectionTest } from "./ConnectionTest.tsx";
import { connectionBody, draftOf, type EngineChoice, fieldsOf } from "./draft.ts";
import { DatabaseSettings, SETTING_TABS, type SettingTab } from "./SettingTabs.tsx";
import { changedSettings, jsonProblem, type Settings, settingsOf } from "./settings.ts";
import { type Unsaved, useConnection, useEngines } from "./use-connection.ts";

type Stored = Awaited<ReturnType<typeof loadConnection>>["connection"];

async function loadConnection(id: number, signal: AbortSignal) {
  let basedOn: string | undefined;
  const onState = (state: string) => {
    basedOn = state;
  };
  const { result } = await call(database.connection, { params: { id: `${id}` } }, { signal, onState });
  return { connection: result, basedOn };
}

export function EditDatabase({ id, onClose }: { id: number; onClose(): void }) {
  const stored = useQuery({
    queryKey: ["database", id, "connection"],
    queryFn: ({ signal }) => loadConnection(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const engines = useEngines();
  const error = stored.error ?? engines.error;
  if (stored.data && engines.data) {
    const { connection, basedOn } = stored.data;
    return <Editing id={id} stored={connection} basedOn={basedOn} engines={engines.data} onClose={onClose} />;
  }
  const retry = () => Promise.all([stored.refetch(), engines.refetch()]);
  return <LoadingDialog title={t("Edit database")} width={720} error={error} onRetry={retry} onClose={onClose} />;
}

function unsavedOf(changed: Record<string, unknown>): Unsaved {
  const names = ["extra", "masked_encrypted_extra", "server_cert"];
  return Object.fromEntries(Object.entries(changed).filter(([name]) => names.includes(name)));
}

interface EditingProps {
  id: number;
  stored: Stored;
  basedOn: string | undefined;
  engines: readonly EngineChoice[];
  onClose(): void;
}

function choiceOf({ backend, parameters_schema }: Stored, engines: readonly EngineChoice[]): EngineChoice {
  const known = engines.find((each) => each.engine === backend);
  return (
    known ?? {
      engine: backend,
      name: backend,
      preferred: false,
      placeholder: "",
      fields: fieldsOf(parameters_schema),
      supportsTunnel: false,
      download: null,
    }
  );
}

function Editing({ id, stored, basedOn: readState, engines, onClose }: EditingProps) {
  const choice = choiceOf(stored, engines);
  const [initial] = useState(() => draftOf(stored));
  const [before] = useState(() => settingsOf(stored));
  const form = useConnection(initial, choice, id);
  const [settings, setSettings] = useState<Settings>(before);
  const [tab, setTab] = useState<"connection" | SettingTab>("connection");
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const isLocked = stored.is_managed_externally === true;
  const isConnectionChanged = JSON.stringify(connectionBody(form.draft)) !== JSON.stringify(connectionBody(initial));
  const changed = changedBody();
  const count = Object.keys(changed).length;
  const canSave = !isLocked && count > 0 && !hasWrongJson(settings);

  function changedBody(): Record<string, unknown> {
    const name = form.draft.name.trim();
    return {
      ...(name === initial.name ? {} : { database_name: name }),
      ...(isConnectionChanged ? connectionBody(form.draft) : {}),
      ...(jsonProblem(settings.engine_params) ? {} : changedSettings(stored, before, settings)),
    };
  }
  const submit = async () => {
    if (!form.isComplete()) return setTab("connection");
    setBusy(true);
    try {
      const args = { params: { id: `${id}` }, body: changed };
      await saveWithConfirm({ noun: "database", id }, readState, (basedOn) => call(database.update, args, { basedOn }));
      await queries.invalidateQueries({ queryKey: ["databases"] });
      await queries.invalidateQueries({ queryKey: ["database", id] });
      toast.success(t("Saved: {name}", { name: form.draft.name.trim() }));
      onClose();
    } catch (error) {
      form.fail(error);
      if (toApiError(error).kind !== "aborted") setTab("connection");
    } finally {
      setBusy(false);
    }
  };
  const onDetached = () => {
    void queries.invalidateQueries({ queryKey: ["database", id] });
    onClose();
  };
  const connection = (
    <>
      <ConnectionFields choice={choice} form={form} onSubmit={() => canSave && !busy && void submit()} />
      <ConnectionTest
        form={form}
        unsaved={unsavedOf(changed)}
        onAllowed={() => void form.runTest(unsavedOf(changed))}
      />
    </>
  );
  return (
    <Dialog
      open
      title={t("Edit {name}", { name: stored.database_name })}
      width={720}
      height="min(640px, 90vh)"
      onClose={onClose}
      dirty={count > 0}
      footerNote={
        isLocked ? (
          <ManagedNote
            noun="database"
            id={id}
            place={stored.external_url}
            text={LOCKED}
            canDetach
            onDetached={onDetached}
          />
        ) : count > 0 ? (
          t("{count, plural, one {# change} other {# changes}}", { count })
        ) : undefined
      }
      primary={{
        label: t("Save database"),
        loading: busy,
        disabled: !canSave,
        onClick: submit,
      }}
    >
      <Tabs
        label={t("Database settings")}
        active={tab}
        onChange={(key) => setTab(key as typeof tab)}
        tabs={[
          {
            key: "connection",
            label: t("Connection"),
            count: Object.keys(form.problems.fields).length + form.problems.rest.length,
            content: connection,
          },
          ...SETTING_TABS.map(({ key, label }) => ({
            key,
            label,
            content: <DatabaseSettings tab={key} settings={settings} onChange={setSettings} />,
          })),
        ]}
      />
    </Dialog>
  );
}

const hasWrongJson = ({ engine_params, masked_encrypted_extra }: Settings) =>
  [engine_params, masked_encrypted_extra].some((text) => jsonProblem(text) !== undefined);

const LOCKED = t("This database is edited in files and can't be edited here.");
