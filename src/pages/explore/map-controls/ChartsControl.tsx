import { Select } from "antd";
import { list } from "../../../api/chart/contract.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { useFoundChoices } from "../../../web/client/use-found-choices.ts";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";

const PAGE = 50;

export function ChartsControl({ control, value, onChange, id, label, describedBy }: WidgetProps<"charts">) {
  const chosen = toList(value as number)
    .map(Number)
    .filter(Number.isInteger);
  const types = CHART_CARDS.flatMap((card) => [card.key, ...(card.replaces ?? [])]).filter(control.isPart);
  const charts = useFoundChoices({
    key: ["explore", "parts", types.join()],
    find: (text, signal) => {
      const named = text ? [{ col: "slice_name", opr: "chart_all_text", value: text }] : [];
      return find([{ col: "viz_type", opr: "in", value: types }, ...named], signal);
    },
  });
  const own = useFetched(chosen.length > 0 ? `parts ${chosen.join()}` : undefined, (signal) =>
    find([{ col: "id", opr: "in", value: chosen }], signal),
  );
  const names = new Map([...(own.data ?? []), ...charts.found].map((one) => [one.value, one.label]));
  const missing = chosen
    .filter((one) => !names.has(one))
    .map((one) => [one, t("Chart {id}", { id: String(one) })] as const);
  const error = charts.error ?? own.error;
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        style={{ width: "100%" }}
        mode={control.multi ? "multiple" : undefined}
        value={control.multi ? chosen : chosen[0]}
        allowClear
        loading={charts.isSearching}
        placeholder={control.multi ? t("Choose charts") : t("Choose a chart")}
        notFoundContent={charts.isSearching ? t("Searching…") : t("No charts found")}
        {...charts.search}
        options={[...names, ...missing].map(([key, title]) => ({ value: key, label: title }))}
        onChange={(next) => onChange(next ?? (control.multi ? [] : null))}
      />
      {error ? <p role="alert">{error.message}</p> : null}
    </>
  );
}

async function find(filters: { col: string; opr: string; value: unknown }[], signal: AbortSignal) {
  const q = { filters, page: 0, page_size: PAGE, order_column: "slice_name", order_direction: "asc" as const };
  const { result } = await call(list, { q }, { signal });
  return result.map((row) => ({ value: row.id, label: row.slice_name }));
}
