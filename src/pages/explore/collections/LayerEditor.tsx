import { Input, Select } from "antd";
import { useState } from "react";
import { EditorFrame } from "../../../features/adhoc/EditorFrame.tsx";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { Field } from "../../../ui/Field.tsx";
import { LayerData } from "./LayerData.tsx";
import { LayerDisplay, LayerFlag } from "./LayerDisplay.tsx";
import { LayerSource } from "./LayerSource.tsx";
import { layerProblem, NEW_LAYER, normalizedLayer, TYPES, withType } from "./layer-rules.ts";

interface LayerEditorProps {
  layer: AnnotationLayer | undefined;
  others: readonly string[];
  onApply(layer: AnnotationLayer): void;
  onRemove(): void;
  onClose(): void;
}

export interface LayerFieldsProps {
  draft: AnnotationLayer;
  onChange(part: Partial<AnnotationLayer>): void;
}

export function LayerEditor({ layer, others, onApply, onRemove, onClose }: LayerEditorProps) {
  const [draft, setDraft] = useState(layer ?? NEW_LAYER);
  const [tab, setTab] = useState("layer");
  const fields = { draft, onChange: (part: Partial<AnnotationLayer>) => setDraft({ ...draft, ...part }) };
  const problem = layerProblem(draft, others);
  const isOfChart = draft.sourceType === "line" || draft.sourceType === "table";
  const tabs = [
    { key: "layer", label: t("Layer"), content: <LayerFields {...fields} onType={setDraft} /> },
    ...(isOfChart ? [{ key: "data", label: t("Data"), content: <LayerData {...fields} /> }] : []),
    { key: "look", label: t("Display"), content: <LayerDisplay {...fields} /> },
  ];
  return (
    <EditorFrame
      label={t("Annotation layer")}
      tabs={tabs}
      active={tabs.some((one) => one.key === tab) ? tab : "layer"}
      onTab={setTab}
      problem={problem}
      onRemove={layer && onRemove}
      onCancel={onClose}
      onApply={() => onApply(normalizedLayer(draft))}
    />
  );
}

function LayerFields({ draft, onChange, onType }: LayerFieldsProps & { onType(layer: AnnotationLayer): void }) {
  return (
    <>
      <Field label={t("Name")}>
        {(id) => <Input id={id} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
      </Field>
      <Field label={t("Annotation layer type")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.annotationType}
            options={[...TYPES]}
            onChange={(type: AnnotationLayer["annotationType"]) => onType(withType(draft, type))}
          />
        )}
      </Field>
      {draft.annotationType === "FORMULA" ? (
        <Field label={t("Formula")} hint={t("A function of x, such as 0.2 or 2x + 1")}>
          {(id) => (
            <Input
              id={id}
              value={String(draft.value ?? "")}
              onChange={(event) => onChange({ value: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <LayerSource draft={draft} onChange={onChange} />
      )}
      <div className={styles.field}>
        <LayerFlag
          draft={draft}
          onChange={onChange}
          name="show"
          label={t("Show this layer")}
          isOn={draft.show !== false}
        />
        <LayerFlag
          draft={draft}
          onChange={onChange}
          name="showLabel"
          label={t("Show label")}
          isOn={draft.showLabel === true}
        />
      </div>
    </>
  );
}
