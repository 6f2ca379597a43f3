import { useQueryClient } from "@tanstack/react-query";
import { Input, InputNumber, Select } from "antd";
import { type ReactNode, useId, useState } from "react";
import { type ChartDetail, related, show, update } from "../../../api/chart/contract.ts";
import { CUSTOM_TAG } from "../../../api/tag/contract.ts";
import type { WrittenTag } from "../../../model/dashboard-properties.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client.ts";
import { saveProblem, toApiError } from "../../../web/errors.ts";
import { saveAsking } from "../../../web/overwrite/overwrite.ts";
import { TagsField } from "../../../web/TagsField.tsx";
import { toast } from "../../../web/toasts.ts";
import { useFetched } from "../../../web/use-fetched.ts";
import { addNewTags } from "../../../web/written-tags.ts";
import { useBench } from "../workbench/store-context.ts";
import { closeDialog } from "./dialogs.ts";
import styles from "./header.module.css";
import { chartKey, useChartDetail } from "./use-chart-detail.ts";
import { useSave } from "./use-save.ts";

interface Draft {
  slice_name: string;
  description: string;
  owners: number[];
  tags: readonly WrittenTag[];
  cache_timeout: number | null;
  certified_by: string;
  certification_details: string;
}

/** Name, description, owners, tags, cache time and certification of the saved chart. */
export function PropertiesDialog() {
  const { data, error, isLoading, reload } = useChartDetail();
  if (data) return <PropertiesForm detail={data} />;
  return (
    <Dialog
      open
      title="Chart properties"
      onClose={closeDialog}
      primary={{ label: "Save properties", disabled: true, onClick: closeDialog }}
    >
      {isLoading ? <SkeletonLines lines={6} /> : null}
      {error ? <ErrorState compact title={error.title} text={error.message} onRetry={reload} /> : null}
    </Dialog>
  );
}

function PropertiesForm({ detail }: { detail: ChartDetail }) {
  const { store } = useBench();
  const queries = useQueryClient();
  const { canOverwrite } = useSave();
  const [draft, setDraft] = useState<Draft>(() => draftOf(detail));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submit = async () => {
    setIsBusy(true);
    try {
      const details = draft.certified_by ? draft.certification_details : "";
      const { chart, formData } = store.getState();
      let state = chart?.state;
      const onState = (saved: string) => {
        state = saved;
      };
      const tags = draft.tags.flatMap((tag) => tag.id ?? []);
      const args = { params: { id: detail.id }, body: { ...draft, tags, certification_details: details } };
      await saveAsking({ noun: "chart", id: detail.id }, state, (basedOn) => call(update, args, { basedOn, onState }));
      if (tags.length < draft.tags.length) {
        await addNewTags({ noun: "chart", id: detail.id }, draft.tags);
        await call(show, { params: { id: String(detail.id) } }, { onState });
      }
      if (chart)
        store.setState({
          chart: { ...chart, name: draft.slice_name, ownerIds: draft.owners, state },
          name: draft.slice_name,
          savedName: draft.slice_name,
          formData,
        });
      void queries.invalidateQueries({ queryKey: ["explore", chartKey(detail.id)] });
      toast.success("Chart properties updated");
      closeDialog();
    } catch (error) {
      const known = toApiError(error);
      if (known.kind !== "aborted") setProblem(saveProblem(known, "chart"));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="Chart properties"
      onClose={closeDialog}
      dirty={JSON.stringify(draft) !== JSON.stringify(draftOf(detail))}
      footerNote={canOverwrite ? undefined : "Only owners may change these"}
      primary={{
        label: "Save properties",
        disabled: !canOverwrite || draft.slice_name.trim() === "",
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      <div className={styles.form}>
        {problem ? (
          <p className={styles.failed} role="alert">
            {problem}
          </p>
        ) : null}
        <PropertyFields draft={draft} isReadOnly={!canOverwrite} owners={detail.owners} onChange={change} />
      </div>
    </Dialog>
  );
}

function draftOf(detail: ChartDetail): Draft {
  return {
    slice_name: detail.slice_name,
    description: detail.description ?? "",
    owners: detail.owners.flatMap((owner) => (owner.id === undefined ? [] : [owner.id])),
    tags: detail.tags.filter(({ type }) => type == null || type === CUSTOM_TAG).map(({ id, name }) => ({ id, name })),
    cache_timeout: detail.cache_timeout,
    certified_by: detail.certified_by ?? "",
    certification_details: detail.certification_details ?? "",
  };
}

interface PropertyFieldsProps {
  draft: Draft;
  isReadOnly: boolean;
  owners: ChartDetail["owners"];
  onChange(part: Partial<Draft>): void;
}

function PropertyFields({ draft, isReadOnly, owners, onChange }: PropertyFieldsProps) {
  return (
    <fieldset className={styles.form} disabled={isReadOnly} style={{ border: 0, margin: 0, padding: 0 }}>
      <Labelled label="Name">
        {(id) => (
          <Input
            id={id}
            value={draft.slice_name}
            maxLength={250}
            onChange={(e) => onChange({ slice_name: e.target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Description" hint="Shown in lists. Markdown may be used.">
        {(id) => (
          <Input.TextArea
            id={id}
            value={draft.description}
            autoSize={{ minRows: 3, maxRows: 8 }}
            onChange={(e) => onChange({ description: e.target.value })}
          />
        )}
      </Labelled>
      <OwnersField
        value={draft.owners}
        known={owners}
        onChange={(ids) => onChange({ owners: ids })}
        isReadOnly={isReadOnly}
      />
      <TagsField noun="chart" tags={draft.tags} onChange={(tags) => onChange({ tags })} />
      <Labelled label="Cache timeout" hint="Seconds. Empty: as the dataset says. −1: never cached.">
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={-1}
            precision={0}
            value={draft.cache_timeout}
            onChange={(cache_timeout) => onChange({ cache_timeout })}
          />
        )}
      </Labelled>
      <Labelled label="Certified by">
        {(id) => (
          <Input id={id} value={draft.certified_by} onChange={(e) => onChange({ certified_by: e.target.value })} />
        )}
      </Labelled>
      {draft.certified_by ? (
        <Labelled label="Certification details">
          {(id) => (
            <Input
              id={id}
              value={draft.certification_details}
              onChange={(e) => onChange({ certification_details: e.target.value })}
            />
          )}
        </Labelled>
      ) : null}
    </fieldset>
  );
}

interface OwnersFieldProps {
  value: number[];
  known: ChartDetail["owners"];
  isReadOnly: boolean;
  onChange(ids: number[]): void;
}

function OwnersField({ value, known, isReadOnly, onChange }: OwnersFieldProps) {
  const { data } = useFetched("chart owners", async (signal) => {
    const answer = await call(related, { params: { column: "owners" }, q: { page: 0, page_size: 100 } }, { signal });
    return answer.result;
  });
  const names = new Map<number, string>(
    known.flatMap((one) => (one.id === undefined ? [] : [[one.id, `${one.first_name} ${one.last_name}`] as const])),
  );
  for (const one of data ?? []) names.set(one.value, one.text);
  return (
    <Labelled label="Owners">
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          disabled={isReadOnly}
          className={styles.wide}
          showSearch={{ optionFilterProp: "label" }}
          value={value}
          options={[...names].map(([owner, text]) => ({ value: owner, label: text }))}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

function Labelled({ label, hint, children }: { label: string; hint?: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint ? <p className={styles.hint}>{hint}</p> : null}
    </div>
  );
}
