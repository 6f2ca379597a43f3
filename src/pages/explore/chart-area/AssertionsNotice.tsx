import { useQuery } from "@tanstack/react-query";
import { type Assertion, ofDataset } from "../../../api/assertion/contract.ts";
import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { call } from "../../../web/client/client.ts";
import { peopleOf } from "../../../web/components/PeopleSelect.tsx";

const FailingNote = lazyComponent(
  async () => (await import("../../../features/assertions/FailingNote.tsx")).FailingNote,
);

interface AssertionsNoticeProps {
  dataset: Dataset;
  /** Of the chart. */
  queries: QueryContext["queries"];
}

/** What fails of the dataset and the metrics that the chart shows. */
export function AssertionsNotice({ dataset, queries }: AssertionsNoticeProps) {
  const { data } = useQuery({
    queryKey: ["assertions", "dataset", dataset.id],
    queryFn: ({ signal }) => call(ofDataset, { params: { id: dataset.id } }, { signal }),
  });
  const metrics = new Set(queries.flatMap((query) => query.metrics ?? []).map(metricLabel));
  const failing = (data?.result ?? []).filter((one) => isFailing(one) && isAbout(one, metrics));
  if (failing.length === 0) return null;
  const dataset_name = dataset.table_name;
  const owners = peopleOf(dataset.owners as Parameters<typeof peopleOf>[0]);
  return (
    <FailingNote
      failing={failing.map((one) => ({
        ...one,
        dataset_name,
        people: one.owners.length > 0 ? peopleOf(one.owners) : owners,
      }))}
    />
  );
}

const isFailing = ({ state, dashboard_id }: Assertion) =>
  dashboard_id === null && (state === "failed" || state === "error");

function isAbout({ params: { metric } }: Assertion, metrics: ReadonlySet<string>): boolean {
  return metric === undefined || metrics.has(metricLabel(metric as QueryMetric));
}
