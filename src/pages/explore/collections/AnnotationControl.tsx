import { t } from "../../../i18n/translate.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { type Pick, PickList } from "../controls/PickList.tsx";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { WidgetProps } from "../state/widget.ts";

const LayerEditor = lazyComponent(async () => (await import("./LayerEditor.tsx")).LayerEditor);

export function AnnotationControl(props: WidgetProps<"annotation-layers">) {
  const { value, onChange, id, label, problem, describedBy } = props;
  const layers = toList(value as AnnotationLayer[] | null);
  return (
    <PickList
      id={id}
      label={label}
      multi
      problem={problem}
      describedBy={describedBy}
      placeholder={t("Add an annotation layer")}
      picks={layers.map(
        (layer, index): Pick => ({ key: `${index}${layer.name}`, mark: "metric", text: layerText(layer) }),
      )}
      previewOf={() => undefined}
      onDropItem={() => undefined}
      onRemove={(index) => onChange(removed(layers, index))}
      onMove={(from, to) => onChange(moved(layers, from, to))}
      renderEditor={(index, close) => (
        <LayerEditor
          layer={index === undefined ? undefined : layers[index]}
          others={layers.filter((_, at) => at !== index).map((layer) => layer.name)}
          onClose={close}
          onRemove={() => {
            if (index !== undefined) onChange(removed(layers, index));
            close();
          }}
          onApply={(layer) => {
            onChange(index === undefined ? [...layers, layer] : replaced(layers, index, layer));
            close();
          }}
        />
      )}
    />
  );
}

function layerText(layer: AnnotationLayer): string {
  return layer.annotationType === "FORMULA" ? `${layer.name}: ${String(layer.value ?? "")}` : layer.name;
}
