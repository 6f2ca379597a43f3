import { useMemo, useState } from "react";
import { MapChart } from "../../chart-kit/map/MapChart.tsx";
import type { MapSpec } from "../../chart-kit/map/map-spec.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./Renderer.module.css";
import type { MultiDrawing } from "./transform.ts";

export function Renderer({ props: { parts, whole }, ...rest }: RendererProps<MultiDrawing>) {
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({});
  const picture = useMemo((): MapSpec => {
    const shown = parts.filter(({ key, isShown }) => switched[key] ?? isShown);
    const legends = shown.flatMap(({ name, picture: { legend } }) => (legend ? [{ name, legend }] : []));
    const [first] = legends;
    return {
      ...whole,
      layers: shown.flatMap((part) => part.picture.layers),
      legend: first
        ? { corner: first.legend.corner, parts: legends.flatMap(({ legend }) => legend.parts), title: titleOf(legends) }
        : null,
    };
  }, [parts, whole, switched]);
  const isRoomy = rest.width >= 360 && rest.height >= 240;
  return (
    <MapChart props={picture} {...rest}>
      {isRoomy && parts.length > 1 ? (
        <fieldset className={styles.layers} style={{ maxHeight: rest.height * 0.5, maxWidth: rest.width * 0.4 }}>
          <legend className="visually-hidden">{t("Layers")}</legend>
          {parts.map(({ key, name, isShown }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={switched[key] ?? isShown}
                onChange={(event) => setSwitched({ ...switched, [key]: event.target.checked })}
              />
              <span title={name}>{name}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </MapChart>
  );
}

const titleOf = (legends: readonly { name: string }[]) => legends.map(({ name }) => name).join(", ");
