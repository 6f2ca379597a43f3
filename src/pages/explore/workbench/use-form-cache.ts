import { useEffect, useRef } from "react";
import { createFormData, updateFormData } from "../../../api/explore/contract.ts";
import { type FormData, parseDatasource } from "../../../model/form-data.ts";
import { call } from "../../../web/client/client.ts";
import { SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/client/clock.ts";
import { toAddress } from "../state/address.ts";
import { isSameValue } from "../state/form-values.ts";
import { useExplore, useWorkbench } from "./store-context.ts";
import type { ExploreSource } from "./use-source.ts";

export function useFormCache(source: ExploreSource): void {
  const { store } = useWorkbench();
  const formData = useExplore((state) => state.formData);
  const chart = useExplore((state) => state.chart);
  const debounced = useDebounced(formData, SLOW_DEBOUNCE_MS);
  const key = useRef(source.address.formDataKey);
  const sent = useRef(debounced);
  const { address } = source;
  useEffect(() => {
    if (isSameValue(sent.current, debounced)) return;
    sent.current = debounced;
    const body = bodyOf(debounced, chart?.id);
    const write = key.current
      ? call(updateFormData, { params: { key: key.current }, body })
      : call(createFormData, { body });
    write.then(
      (answer) => {
        key.current = answer.key;
        const next = {
          ...address,
          sliceId: chart?.id,
          datasourceId: body.datasource_id,
          datasourceType: body.datasource_type,
        };
        showAddress(toAddress({ ...next, formDataKey: answer.key, permalinkKey: undefined }));
      },
      () => {
        key.current = undefined;
      },
    );
  }, [debounced, chart, address]);
  useEffect(() => {
    const flush = () => {
      const { formData: latest, chart: own } = store.getState();
      if (!key.current || isSameValue(sent.current, latest)) return;
      sent.current = latest;
      const request = { params: { key: key.current }, body: bodyOf(latest, own?.id) };
      call(updateFormData, request, { keepalive: true }).catch(() => undefined);
    };
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [store]);
}

function bodyOf(form: FormData, chart_id: number | undefined) {
  const { id: datasource_id, type: datasource_type } = parseDatasource(form.datasource ?? "0__table");
  return { datasource_id, datasource_type, form_data: JSON.stringify(form), chart_id };
}

function showAddress(address: string): void {
  window.history.replaceState(window.history.state, "", address);
}
