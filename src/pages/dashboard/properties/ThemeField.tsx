import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { list } from "../../../api/theme/contract.ts";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { call } from "../../../web/client.ts";
import { toApiError } from "../../../web/errors.ts";
import { Field } from "./parts.tsx";

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
      id="dashboard-theme"
      help={
        error
          ? `Themes could not be loaded: ${toApiError(error).message}`
          : "Colors and type of this dashboard, for everybody. Without it each reader's own."
      }
    >
      <Select
        id="dashboard-theme"
        showSearch={{ optionFilterProp: "label" }}
        loading={isLoading}
        value={theme?.id ?? 0}
        options={[
          { value: 0, label: "Each reader's own" },
          ...[...known.values()].map(({ id, theme_name }) => ({ value: id, label: theme_name })),
        ]}
        onChange={(id) => {
          const chosen = known.get(id);
          onChange(chosen ? { id, theme_name: chosen.theme_name, json_data: chosen.json_data } : null);
        }}
      />
    </Field>
  );
}
