import { Checkbox, Form, Select } from "antd";
import { CATEGORICAL_SCHEMES } from "../../../chart-kit/colors/categorical.ts";
import styles from "../edit/edit.module.css";
import { CssFields } from "./CssFields.tsx";
import { Field, type MetadataPartProps, type PartProps } from "./parts.tsx";
import { ThemeField } from "./ThemeField.tsx";

/** How the dashboard looks. */
export function Styling({ draft, set, setMeta }: PartProps & MetadataPartProps) {
  const scheme = typeof draft.metadata.color_scheme === "string" ? draft.metadata.color_scheme : "";
  return (
    <Form layout="vertical" className={styles.form}>
      <ThemeField theme={draft.properties.theme ?? null} onChange={(theme) => set({ theme })} />
      <Field
        label="Color scheme"
        id="dashboard-scheme"
        help="One scheme for every chart. Without it each chart keeps its own."
      >
        <Select
          id="dashboard-scheme"
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
      </Field>
      <Form.Item extra="Every chart says when its data was read.">
        <Checkbox
          checked={draft.metadata.show_chart_timestamps === true}
          onChange={(event) => setMeta({ show_chart_timestamps: event.target.checked })}
        >
          Show when charts were queried
        </Checkbox>
      </Form.Item>
      <CssFields css={draft.properties.css ?? ""} onChange={(css) => set({ css: css || null })} />
    </Form>
  );
}

const domainOf = (scheme: string) => [...(CATEGORICAL_SCHEMES.find(({ key }) => key === scheme)?.colors ?? [])];
