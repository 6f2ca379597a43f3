import { useQueries } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { DatasetBatchResult } from "../../api/dataset/contract.ts";
import { chartCard } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ChartIcon } from "../../web/components/ChartIcon.tsx";
import { can } from "../../web/session/session.ts";
import styles from "./new-datasets.module.css";
import { exploreAddress, loadProposal, PLAIN_CHART, type Proposal } from "./proposal.ts";

/** The others are in the list of datasets. */
const MAX_PROPOSALS = 8;

interface FirstChartsProps {
  results: readonly DatasetBatchResult[];
  onClose(): void;
}

/** What was created, each with a chart to begin with. */
export function FirstCharts({ results, onClose }: FirstChartsProps) {
  const navigate = useNavigate();
  const ready = results.flatMap(({ id, table_name }) => (id === undefined ? [] : [{ id, name: table_name }]));
  const problems = results.filter(({ status }) => status !== "created");
  const shown = ready.slice(0, MAX_PROPOSALS);
  const proposals = useProposals(shown.map(({ id }) => id));
  const [first] = shown;
  const canOpen = first !== undefined && can("can_read", "Explore");
  return (
    <Dialog
      open
      title={t("{count, plural, =0 {No datasets created} one {# dataset created} other {# datasets created}}", {
        count: ready.length,
      })}
      onClose={onClose}
      cancelLabel={t("Close")}
      {...(canOpen
        ? {
            primary: {
              label: t("Open first chart"),
              onClick: () => void navigate(exploreAddress(first.id, proposals[0] ?? PLAIN_CHART)),
            },
          }
        : {})}
    >
      <ul className={styles.charts}>
        {shown.map(({ id, name }, at) => (
          <Chart key={id} id={id} name={name} proposal={proposals[at] ?? PLAIN_CHART} />
        ))}
      </ul>
      {ready.length > MAX_PROPOSALS ? (
        <p className={styles.note}>
          <Link to="/tablemodelview/list/">
            {t("{count, plural, one {# more dataset} other {# more datasets}}", {
              count: ready.length - MAX_PROPOSALS,
            })}
          </Link>
        </p>
      ) : null}
      {problems.length > 0 ? <Problems problems={problems} /> : null}
    </Dialog>
  );
}

function useProposals(ids: readonly number[]): (Proposal | undefined)[] {
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["dataset", id, "proposal"],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadProposal(id, signal),
    })),
  });
  return found.map(({ data }) => data);
}

function Chart({ id, name, proposal }: { id: number; name: string; proposal: Proposal }) {
  return (
    <li>
      <ChartIcon name={chartCard(proposal.vizType)?.icon ?? ""} />
      <span>
        <Link to={exploreAddress(id, proposal)} dir="auto">
          {name}
        </Link>
        <small>{proposal.text}</small>
      </span>
    </li>
  );
}

function Problems({ problems }: { problems: readonly DatasetBatchResult[] }) {
  return (
    <section className={styles.problems} aria-label={t("Not created")}>
      {problems.map(({ table_name, message }) => (
        <p key={table_name}>
          <CircleAlert size={14} aria-hidden /> {t("{name}: {message}", { name: table_name, message: message ?? "" })}
        </p>
      ))}
    </section>
  );
}
