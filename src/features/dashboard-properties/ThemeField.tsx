import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { list } from "../../api/theme/contract.ts";
import type { DashboardProperties } from "../../model/dashboard.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./properties.module.css";

type DashboardTheme = NonNullable<DashboardProperties["theme"]>;

interface Props {
  theme: DashboardTheme | null;
  onChange(theme: DashboardTheme | null): void;
}

/** The theme that the dashboard is shown in, whatever its readers have chosen. */
export function ThemeField({ theme, onChange }: Props) {
  const { data, error, isLoading } = useQuery({
    queryKey: ["themes"],
    queryFn: async ({ signal }) => {
      const q = { order_column: "theme_name", order_direction: "asc" as const, page: 0, page_size: 100 };
      return (await call(list, { q }, { signal })).result;
    },
  });
  const known = new Map([...(theme ? [theme] : []), ...(data ?? [])].map((each) => [each.id, each]));
  return (
    <Field
      label="Theme"
      hint={
        error
          ? `Themes could not be loaded: ${toApiError(error).message}`
          : "Colors and type of this dashboard, for everybody. Without it each reader's own."
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
            { value: 0, label: "Each reader's own" },
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
