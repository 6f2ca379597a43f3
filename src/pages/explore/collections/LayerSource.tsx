import { Select } from "antd";
import { layers as annotationLayers } from "../../../api/annotation-layer/contract.ts";
import { list as chartList } from "../../../api/chart/contract.ts";
import styles from "../../../features/adhoc/editors.module.css";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { type Choice, useFoundChoices } from "../../../web/client/use-found-choices.ts";
import type { LayerFieldsProps } from "./LayerEditor.tsx";
import { chartTypesOf, NO_SOURCE, sourcesOf } from "./layer-rules.ts";

const PAGE = 25;

/** Where a layer's data come from: the annotations kept on the server, or another chart. */
export function LayerSource({ draft, onChange }: LayerFieldsProps) {
  const sources = sourcesOf(draft.annotationType);
  const { found, isSearching, error, search } = useFoundChoices({
    key: ["explore", "annotation sources", draft.sourceType],
    find: (text, signal) => findSources(draft, { text }, signal),
  });
  const chosen = draft.value === "" || draft.value === null ? undefined : Number(draft.value);
  const { data: own } = useFetched(
    chosen === undefined || found.some((one) => one.value === chosen)
      ? undefined
      : `annotation source ${draft.sourceType} ${chosen}`,
    (signal) => findSources(draft, { id: chosen }, signal),
  );
  const known = new Map([...(own ?? []), ...found].map((one) => [one.value, one.label]));
  const noun = draft.sourceType === "NATIVE" ? "annotation layer" : "chart";
  return (
    <>
      <Field label="Annotation source">
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.sourceType}
            options={sources}
            onChange={(sourceType: string) => onChange({ ...NO_SOURCE, sourceType })}
          />
        )}
      </Field>
      <Field label={noun === "chart" ? "Chart" : "Annotation layer"} hint={error?.message}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={chosen}
            loading={isSearching}
            placeholder={`Choose the ${noun}`}
            notFoundContent={isSearching ? "Searching…" : `No ${noun} found`}
            {...search}
            options={[...known].map(([value, label]) => ({ value, label }))}
            onChange={(value: number) => onChange({ ...NO_SOURCE, value })}
          />
        )}
      </Field>
    </>
  );
}

/** Sources whose name contains the text, or the one with the id. */
async function findSources(
  layer: AnnotationLayer,
  { text, id }: { text?: string; id?: number | undefined },
  signal: AbortSignal,
): Promise<Choice[]> {
  const page = { page: 0, page_size: PAGE };
  const one = id === undefined ? [] : [{ col: "id", opr: "eq", value: id }];
  if (layer.sourceType === "NATIVE") {
    const filters = [...one, ...(text ? [{ col: "name", opr: "annotation_layer_all_text", value: text }] : [])];
    const { result } = await call(annotationLayers.list, { q: { ...page, filters, order_column: "name" } }, { signal });
    return result.map((row) => ({ value: row.id, label: row.name ?? "" }));
  }
  const types = { col: "viz_type", opr: "in", value: chartTypesOf(layer.sourceType) };
  const named = text ? [{ col: "slice_name", opr: "chart_all_text", value: text }] : [];
  const q = { ...page, filters: [...one, types, ...named], order_column: "slice_name", columns: ["id", "slice_name"] };
  const { result } = await call(chartList, { q }, { signal });
  return result.map((row) => ({ value: row.id, label: row.slice_name }));
}
