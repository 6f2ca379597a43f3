import { Form, Input, Select } from "antd";
import { CATEGORICAL_SCHEMES } from "../../../../chart-kit/colors/categorical.ts";
import styles from "../edit.module.css";
import { Field, type MetadataPartProps, type PartProps } from "./parts.tsx";

/** How the dashboard looks. */
export function Styling({ draft, set, setMeta }: PartProps & MetadataPartProps) {
  const scheme = typeof draft.metadata.color_scheme === "string" ? draft.metadata.color_scheme : "";
  return (
    <Form layout="vertical" className={styles.form}>
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
      <Field label="CSS" id="dashboard-css" help="Applied to this dashboard only.">
        <Input.TextArea
          id="dashboard-css"
          className={styles.code}
          autoSize={{ minRows: 4, maxRows: 14 }}
          value={draft.properties.css ?? ""}
          onChange={(event) => set({ css: event.target.value || null })}
        />
      </Field>
    </Form>
  );
}

const domainOf = (scheme: string) => [...(CATEGORICAL_SCHEMES.find(({ key }) => key === scheme)?.colors ?? [])];
