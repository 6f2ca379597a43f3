import { Input } from "antd";
import { ColumnSelect } from "../../../features/adhoc/ColumnSelect.tsx";
import { t } from "../../../i18n/translate.ts";
import { columnLabel } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { SpatialDraft } from "../../../model/map-values.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

const KINDS = [
  { value: "latlong", label: t("Two columns") },
  { value: "delimited", label: t("One column") },
  { value: "geohash", label: t("Geohash") },
] as const;

export function SpatialControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"spatial">) {
  const place: SpatialDraft = (value as SpatialDraft | null | undefined) ?? { type: "latlong" };
  const change = (part: Partial<SpatialDraft>) => onChange({ ...place, ...part });
  const column = { dataset: state.dataset, place, onChange: change };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className={styles.group}>
      <Segmented
        label={t("{control}: location format", { control: label })}
        value={place.type}
        options={KINDS}
        onChange={(type) => onChange(guessColumns(type, state.dataset))}
      />
      {place.type === "latlong" ? (
        <div className={styles.columns}>
          <PlaceColumn {...column} name="latCol" label={t("Latitude")} accepts={isNumeric} />
          <PlaceColumn {...column} name="lonCol" label={t("Longitude")} accepts={isNumeric} />
        </div>
      ) : null}
      {place.type === "delimited" ? (
        <div className={styles.columns}>
          <PlaceColumn {...column} name="lonlatCol" label={t("Coordinates")} accepts={isText} />
          <Field label={t("Delimiter")}>
            {(field) => (
              <Input
                id={field}
                value={place.delimiter ?? ","}
                onChange={(event) => change({ delimiter: event.target.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
      {place.type === "geohash" ? (
        <PlaceColumn {...column} name="geohashCol" label={t("Geohash")} accepts={isText} />
      ) : null}
      {place.type === "latlong" ? null : (
        <label className={styles.check} htmlFor={`${id}-reverse`}>
          <Checkbox
            id={`${id}-reverse`}
            checked={place.reverseCheckbox === true}
            onChange={(event) => change({ reverseCheckbox: event.target.checked })}
          />
          <span>{t("Swap longitude and latitude")}</span>
        </label>
      )}
    </div>
  );
}

interface PlaceColumnProps {
  name: "latCol" | "lonCol" | "lonlatCol" | "geohashCol";
  label: string;
  place: SpatialDraft;
  dataset: Dataset | undefined;
  accepts(column: DatasetColumn): boolean;
  onChange(part: Partial<SpatialDraft>): void;
}

function PlaceColumn({ name, label, place, dataset, accepts, onChange }: PlaceColumnProps) {
  return (
    <Field label={label}>
      {(id) => (
        <ColumnSelect
          id={id}
          dataset={dataset}
          value={columnLabel(place[name] ?? "") || undefined}
          accepts={accepts}
          onChange={(column) => onChange({ [name]: column })}
        />
      )}
    </Field>
  );
}

const isNumeric = (column: DatasetColumn) => columnKind(column) === "numeric";
const isText = (column: DatasetColumn) => columnKind(column) === "text";

function guessColumns(type: SpatialDraft["type"], dataset: Dataset | undefined): SpatialDraft {
  const named = (pattern: RegExp, accepts: (column: DatasetColumn) => boolean) =>
    dataset?.columns.find((column) => accepts(column) && pattern.test(column.column_name))?.column_name;
  if (type === "latlong") {
    return { type, latCol: named(/^lat(itude)?$/i, isNumeric), lonCol: named(/^(lon|lng|long(itude)?)$/i, isNumeric) };
  }
  if (type === "geohash") return { type, geohashCol: named(/geohash/i, isText), reverseCheckbox: false };
  return {
    type,
    lonlatCol: named(/coord|lat_?lon|lon_?lat|location/i, isText),
    delimiter: ",",
    reverseCheckbox: false,
  };
}
