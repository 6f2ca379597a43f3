import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Input, Select } from "antd";
import { useRef, useState } from "react";
import * as contract from "../../api/assertion/contract.ts";
import { show } from "../../api/dataset/contract.ts";
import { userZone } from "../../i18n/browser-zone.ts";
import { t } from "../../i18n/translate.ts";
import type { AssertionKind } from "../../model/assertion.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { ASSERTIONS_KEY, type Assertion, refreshWhenChecked } from "./assertion-calls.ts";
import {
  type AssertionBody,
  type AssertionFields,
  bodyOf,
  fieldsOf,
  KIND_CHOICES,
  KINDS,
  NEW_FIELDS,
  paramProblems,
  proposedName,
} from "./assertion-fields.ts";
import styles from "./assertions.module.css";
import { KindFields } from "./KindFields.tsx";
import { MoreFields } from "./MoreFields.tsx";
import { TestSection } from "./TestSection.tsx";

export interface AssertionDialogProps {
  /** The user chooses one. */
  datasets: readonly { id: number; name: string }[];
  /** The only dashboard that shows the assertion. */
  dashboardId?: number;
  assertion?: Assertion;
  /** If it is known already. */
  dataset?: Dataset;
  onClose(): void;
}

export function AssertionDialog({ datasets, dashboardId, assertion, dataset: known, onClose }: AssertionDialogProps) {
  const [datasetId, setDatasetId] = useState(datasets[0]?.id);
  const { data: dataset, error } = useQuery({
    queryKey: ["dataset", datasetId, "assertions"],
    enabled: datasetId !== undefined,
    placeholderData: known,
    queryFn: async ({ signal }) => (await call(show, { params: { id: `${datasetId}` } }, { signal })).result,
  });
  const form = useAssertionForm({ dataset, datasetId, dashboardId, assertion, onClose });
  return (
    <FormDialog
      title={assertion ? t("Edit assertion") : t("Add assertion")}
      verb={t("Save assertion")}
      width={720}
      form={form}
      onClose={onClose}
    >
      {datasets.length > 1 ? (
        <Field label={t("Dataset")}>
          {(id) => (
            <Select
              id={id}
              style={{ width: "100%" }}
              showSearch={{ optionFilterProp: "label" }}
              value={datasetId}
              options={datasets.map((one) => ({ value: one.id, label: one.name }))}
              onChange={(chosen) => {
                setDatasetId(chosen);
                form.change({ params: {} });
              }}
            />
          )}
        </Field>
      ) : null}
      {error ? <p role="alert">{toApiError(error).message}</p> : null}
      <FormFields form={form} dataset={dataset} />
      <TestSection
        body={{ ...bodyOf(form.fields, dataset), dataset_id: datasetId ?? 0, dashboard_id: dashboardId ?? null }}
        canTest={dataset !== undefined && Object.keys(paramProblems(form.fields)).length === 0}
      />
    </FormDialog>
  );
}

type AssertionForm = ReturnType<typeof useAssertionForm>;

interface FormOptions extends Pick<AssertionDialogProps, "dashboardId" | "assertion" | "onClose"> {
  dataset: Dataset | undefined;
  datasetId: number | undefined;
}

function useAssertionForm({ dataset, datasetId, dashboardId, assertion, onClose }: FormOptions) {
  const queries = useQueryClient();
  const saved = useRef(assertion?.id);
  const [initial] = useState(() =>
    assertion ? fieldsOf(assertion, dataset) : { ...NEW_FIELDS, timezone: userZone() },
  );
  return useRecordForm<AssertionFields, AssertionBody>({
    id: assertion?.id,
    initial,
    toBody: (fields) => bodyOf(fields, dataset),
    required: [],
    check: (fields) =>
      Object.keys(paramProblems(fields)).length > 0 ? { params: t("Fill in the highlighted fields.") } : {},
    create: async (body) => {
      const place = { dataset_id: datasetId ?? 0, dashboard_id: dashboardId ?? null };
      saved.current = (await call(contract.create, { body: { ...body, ...place } })).id;
    },
    update: (id, changes) => {
      // They change together.
      const body = changes.params ? { kind: initial.kind, ...changes } : changes;
      return call(contract.update, { params: { id: Number(id) }, body });
    },
    listKey: ASSERTIONS_KEY,
    onSaved: async (fields) => {
      toast.success(t("Saved: {name}", { name: fields.name.trim() || proposedName(fields, dataset) }));
      if (saved.current !== undefined) void refreshWhenChecked(queries, saved.current).catch(() => undefined);
      await queries.invalidateQueries({ queryKey: ["datasets"] });
      onClose();
    },
  });
}

function FormFields({ form, dataset }: { form: AssertionForm; dataset: Dataset | undefined }) {
  const { fields, change, problems } = form;
  const wrong = paramProblems(fields);
  const isComplete = Object.keys(wrong).length === 0;
  return (
    <>
      <Field label={t("Check")} hint={KINDS[fields.kind].hint}>
        {(id) => (
          <Select
            id={id}
            style={{ width: "100%" }}
            listHeight={320}
            value={fields.kind}
            options={KIND_CHOICES}
            optionRender={({ label, value }) => (
              <span className={styles.kind}>
                {label}
                <small>{KINDS[value as AssertionKind].hint}</small>
              </span>
            )}
            onChange={(kind) => change({ kind })}
          />
        )}
      </Field>
      <KindFields
        dataset={dataset}
        fields={fields}
        problems={problems.params ? wrong : {}}
        onChange={(params) => change({ params })}
      />
      <Field label={t("Name")} problem={problems.name}>
        {(id) => (
          <Input
            id={id}
            maxLength={250}
            placeholder={isComplete ? proposedName(fields, dataset) : undefined}
            value={fields.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <MoreFields fields={fields} problems={problems} dataset={dataset} onChange={change} />
    </>
  );
}
