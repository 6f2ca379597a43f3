import { useQuery } from "@tanstack/react-query";
import { Checkbox, Select } from "antd";
import * as cssTemplates from "../../api/css-template/contract.ts";
import * as themes from "../../api/theme/contract.ts";
import { CATEGORICAL_SCHEMES } from "../../chart-kit/colors/categorical.ts";
import { t } from "../../i18n/translate.ts";
import type { DashboardProperties } from "../../model/dashboard.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import type { MetadataPartProps, PartProps } from "./parts.ts";
import styles from "./properties.module.css";

export function Styling({ draft, set, setMeta }: PartProps & MetadataPartProps) {
  const scheme = typeof draft.metadata.color_scheme === "string" ? draft.metadata.color_scheme : "";
  return (
    <>
      <ThemeField theme={draft.properties.theme ?? null} onChange={(theme) => set({ theme })} />
      <Field label={t("Color scheme")} hint={t("Applies to every chart. Empty = each chart keeps its own.")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            showSearch
            value={scheme}
            options={[
              { value: "", label: t("Chart default") },
              ...CATEGORICAL_SCHEMES.map(({ key, name, colors }) => ({
                value: key,
                label: (
                  <span className={styles.scheme}>
                    {t(name)}
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
          {t("Show when charts were queried")}
        </Checkbox>
        <p className={styles.hint}>{t("Each chart shows when its data was loaded.")}</p>
      </div>
      <CssFields css={draft.properties.css ?? ""} onChange={(css) => set({ css: css || null })} />
    </>
  );
}

const domainOf = (scheme: string) => [...(CATEGORICAL_SCHEMES.find(({ key }) => key === scheme)?.colors ?? [])];

interface CssFieldsProps {
  css: string;
  onChange(css: string): void;
}

function CssFields({ css, onChange }: CssFieldsProps) {
  const { data, error, isLoading } = useQuery({
    queryKey: ["css-templates"],
    queryFn: async ({ signal }) => {
      const q = { order_column: "template_name", order_direction: "asc" as const, page: 0, page_size: 100 };
      return (await call(cssTemplates.list, { q }, { signal })).result;
    },
  });
  const add = (id: number) => {
    const template = data?.find((each) => each.id === id)?.css ?? "";
    onChange(css.trim() === "" ? template : `${css.trimEnd()}\n\n${template}`);
  };
  return (
    <>
      <Field
        label={t("CSS template")}
        hint={
          error
            ? t("Failed to load templates: {message}", { message: toApiError(error).message })
            : t("Adds the template to the CSS below.")
        }
      >
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            showSearch={{ optionFilterProp: "label" }}
            loading={isLoading}
            value={null}
            disabled={!data?.length}
            placeholder={data?.length === 0 ? t("No templates yet") : t("Add a template")}
            options={(data ?? []).map((one) => ({
              value: one.id,
              label: one.template_name || t("Template {id}", { id: String(one.id) }),
            }))}
            onChange={(chosen: number | null) => (chosen === null ? undefined : add(chosen))}
          />
        )}
      </Field>
      <Field label="CSS" hint={t("Applies to this dashboard only. External resources aren't loaded.")}>
        {(id) => <CodeEditor id={id} label="CSS" language="css" value={css} lines={8} isLong onChange={onChange} />}
      </Field>
    </>
  );
}

type DashboardTheme = NonNullable<DashboardProperties["theme"]>;

interface ThemeFieldProps {
  theme: DashboardTheme | null;
  onChange(theme: DashboardTheme | null): void;
}

function ThemeField({ theme, onChange }: ThemeFieldProps) {
  const { data, error, isLoading } = useQuery({
    queryKey: ["themes"],
    queryFn: async ({ signal }) => {
      const q = { order_column: "theme_name", order_direction: "asc" as const, page: 0, page_size: 100 };
      return (await call(themes.list, { q }, { signal })).result;
    },
  });
  const known = new Map([...(theme ? [theme] : []), ...(data ?? [])].map((each) => [each.id, each]));
  return (
    <Field
      label={t("Theme")}
      hint={
        error
          ? t("Failed to load themes: {message}", { message: toApiError(error).message })
          : t("Colors and fonts for this dashboard, for all users. Empty = each user's own theme.")
      }
    >
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          showSearch={{ optionFilterProp: "label" }}
          loading={isLoading}
          value={theme?.id ?? 0}
          options={[
            { value: 0, label: t("User default") },
            ...[...known.values()].map((one) => ({ value: one.id, label: one.theme_name })),
          ]}
          onChange={(chosenId) => {
            const chosen = known.get(chosenId);
            onChange(chosen ? { id: chosenId, theme_name: chosen.theme_name, json_data: chosen.json_data } : null);
          }}
        />
      )}
    </Field>
  );
}
