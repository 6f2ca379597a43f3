import { Select } from "antd";
import { layers as annotationLayers } from "../../../api/annotation-layer/contract.ts";
import { list as chartList } from "../../../api/chart/contract.ts";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { type Choice, useFoundChoices } from "../../../web/client/use-found-choices.ts";
import type { LayerFieldsProps } from "./LayerEditor.tsx";
import { chartTypesOf, NO_SOURCE, sourcesOf } from "./layer-rules.ts";

const PAGE = 25;

const LAYER_TEXTS = {
  label: t("Annotation layer"),
  placeholder: t("Choose an annotation layer"),
  empty: t("No annotation layers found"),
};
const CHART_TEXTS = { label: t("Chart"), placeholder: t("Choose a chart"), empty: t("No charts found") };

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
  const choices = new Map([...(own ?? []), ...found].map((one) => [one.value, one.label]));
  const texts = draft.sourceType === "NATIVE" ? LAYER_TEXTS : CHART_TEXTS;
  return (
    <>
      <Field label={t("Annotation source")}>
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
      <Field label={texts.label} hint={error?.message}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={chosen}
            loading={isSearching}
            placeholder={texts.placeholder}
            notFoundContent={isSearching ? t("Searching…") : texts.empty}
            {...search}
            options={[...choices].map(([value, label]) => ({ value, label }))}
            onChange={(value: number) => onChange({ ...NO_SOURCE, value })}
          />
        )}
      </Field>
    </>
  );
}

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
