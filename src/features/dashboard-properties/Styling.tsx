import { Checkbox, Select } from "antd";
import { CATEGORICAL_SCHEMES } from "../../chart-kit/colors/categorical.ts";
import { Field } from "../../ui/Field.tsx";
import { CssFields } from "./CssFields.tsx";
import type { MetadataPartProps, PartProps } from "./parts.ts";
import styles from "./properties.module.css";
import { ThemeField } from "./ThemeField.tsx";

/** How the dashboard looks. */
export function Styling({ draft, set, setMeta }: PartProps & MetadataPartProps) {
  const scheme = typeof draft.metadata.color_scheme === "string" ? draft.metadata.color_scheme : "";
  return (
    <>
      <ThemeField theme={draft.properties.theme ?? null} onChange={(theme) => set({ theme })} />
      <Field label="Color scheme" hint="One scheme for every chart. Without it each chart keeps its own.">
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            showSearch
            value={scheme}
            options={[
              { value: "", label: "Each chart's own" },
              ...CATEGORICAL_SCHEMES.map(({ key, name, colors }) => ({
                value: key,
                label: (
                  <span className={styles.scheme}>
                    {name}
                    <span className={styles.swatches} aria-hidden>
                      {colors.slice(0, 8).map((color) => (
                        <i key={color} style={{ background: color }} />
                      ))}
                    </span>
                  </span>
                ),
              })),
            ]}
            onChange={(value: string) =>
              setMeta({ color_scheme: value, color_scheme_domain: domainOf(value), map_label_colors: {} })
            }
          />
        )}
      </Field>
      <div className={styles.check}>
        <Checkbox
          checked={draft.metadata.show_chart_timestamps === true}
          onChange={(event) => setMeta({ show_chart_timestamps: event.target.checked })}
        >
          Show when charts were queried
        </Checkbox>
        <p className={styles.hint}>Every chart says when its data was read.</p>
      </div>
      <CssFields css={draft.properties.css ?? ""} onChange={(css) => set({ css: css || null })} />
    </>
  );
}

const domainOf = (scheme: string) => [...(CATEGORICAL_SCHEMES.find(({ key }) => key === scheme)?.colors ?? [])];
