import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useId, useState } from "react";
import { list } from "../../../api/dashboard/contract.ts";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { isAdmin, useSession } from "../../../web/session/session.ts";
import styles from "./header.module.css";

export interface DashboardChoice {
  /** Its id as text, or `new:` and the name that one will have. */
  value: string;
  label: string;
}

export const NEW = "new:";

interface DashboardFieldProps {
  value: string | undefined;
  /** Offered first, on whatever page of the list it is. */
  first: DashboardChoice | undefined;
  onChange(value: string | undefined): void;
}

/** A dashboard that the chart may be added to, or the name of a new one. */
export function DashboardField({ value, first, onChange }: DashboardFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const written = text.trim();
  const { data, error, isAnswered } = useDashboards(written);
  const found = (data ?? []).filter((one) => one.value !== first?.value);
  // Until the answer for the written text is here, the last answer must not offer anything else to Enter.
  const options = [...(first ? [first] : []), ...found].filter(({ label }) =>
    label.toLowerCase().includes(written.toLowerCase()),
  );
  // Nor a second dashboard of a name that one has already.
  if (written && isAnswered && !options.some((one) => one.label === written)) {
    options.push({ value: `${NEW}${written}`, label: `Create “${written}”` });
  }
  const chosenNew = value?.startsWith(NEW) ? { value, label: value.slice(NEW.length) } : undefined;
  if (chosenNew && !options.some((one) => one.value === value)) options.push(chosenNew);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Add to dashboard
      </label>
      <Select
        id={id}
        className={styles.wide}
        allowClear
        loading={!isAnswered}
        placeholder="Choose a dashboard, or write a name for a new one"
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        value={value}
        options={options}
        notFoundContent={isAnswered ? "Write a name to create a dashboard" : "Searching…"}
        onChange={(next?: string) => {
          setText("");
          onChange(next);
        }}
      />
      {error ? (
        <p className={styles.failed} role="alert">
          {`An error occurred while fetching dashboards: ${error.message}`}
        </p>
      ) : null}
    </div>
  );
}

/** Those of whoever saves: a chart can be added to no others. Administrators may change all. */
function useOwnFilter() {
  const session = useSession();
  if (session.kind !== "signed-in" || isAdmin()) return [];
  return [{ col: "owners", opr: "rel_m_m", value: session.user.userId }];
}

const NEWEST = { order_column: "changed_on_delta_humanized", order_direction: "desc" as const };

/** Those whose names hold the text; the last ones until the answer is here. */
function useDashboards(text: string) {
  const own = useOwnFilter();
  const search = useDebounced(text);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ["explore", `dashboards ${search}`],
    queryFn: ({ signal }) => {
      const named = search ? [{ col: "dashboard_title", opr: "ct", value: search }] : [];
      return choicesOf({ filters: [...named, ...own], page_size: 25 }, signal);
    },
    placeholderData: keepPreviousData,
  });
  return {
    data,
    error: error ? toApiError(error) : undefined,
    isAnswered: search === text && !isPending && !isPlaceholderData,
  };
}

/** The dashboard of this id, where charts may be added to it. */
export function useDashboardChoice(dashboardId: number | undefined): DashboardChoice | undefined {
  const own = useOwnFilter();
  const key = dashboardId === undefined ? undefined : `dashboard choice ${dashboardId}`;
  const { data } = useFetched(key, (signal) =>
    choicesOf({ filters: [{ col: "id", opr: "eq", value: dashboardId ?? 0 }, ...own], page_size: 1 }, signal),
  );
  return data?.[0];
}

interface Asked {
  filters: { col: string; opr: string; value: string | number }[];
  page_size: number;
}

async function choicesOf(asked: Asked, signal: AbortSignal): Promise<DashboardChoice[]> {
  const { result } = await call(list, { q: { ...asked, page: 0, ...NEWEST } }, { signal });
  return result.map((row) => ({ value: String(row.id), label: row.dashboard_title ?? "" }));
}
