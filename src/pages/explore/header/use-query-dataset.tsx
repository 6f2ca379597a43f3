import { Input } from "antd";
import { type ReactNode, useState } from "react";
import { create } from "../../../api/dataset/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { isSqlSource } from "../../../model/dataset.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";

export interface QueryDataset {
  isNamed: boolean;
  field: ReactNode;
  /** Saves the query as a dataset once, and switches the chart to it. Throws `ApiError`. */
  save(): Promise<void>;
}

export function useQueryDataset(): QueryDataset {
  const { store } = useWorkbench();
  const isSql = useExplore((state) => isSqlSource(state.dataset));
  const [name, setName] = useState(() => store.getState().dataset.table_name);
  const field = isSql ? (
    <Field
      label={t("Dataset name")}
      hint={t("Charts are built on datasets. This query is saved as a dataset with this name.")}
    >
      {(id) => <Input id={id} value={name} maxLength={250} onChange={(event) => setName(event.target.value)} />}
    </Field>
  ) : null;
  const save = async () => {
    const { dataset, convertToDataset } = store.getState();
    if (!isSqlSource(dataset)) return;
    const { database, catalog, schema, sql, template_params: params } = dataset;
    const template_params = typeof params === "string" && params !== "" ? params : null;
    const statement = (sql ?? "").replace(/;\s*$/, "");
    const place = { database: database?.id ?? 0, catalog: catalog ?? null, schema: schema ?? null };
    const { data } = await call(create, {
      body: { ...place, sql: statement, template_params, table_name: name.trim() },
    });
    void queryClient.invalidateQueries({ queryKey: ["datasets"] });
    convertToDataset(data);
  };
  return { isNamed: !isSql || name.trim() !== "", field, save };
}
