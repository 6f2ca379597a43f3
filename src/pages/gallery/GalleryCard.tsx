import { useQueryClient } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { createFormData } from "../../api/explore/contract.ts";
import type { ChartType, GalleryCase } from "../../chart-seam/chart-type.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { CaseChart, formOf } from "./CaseChart.tsx";
import { controlsOf } from "./case-controls.ts";
import { exampleQuery } from "./examples.ts";
import styles from "./gallery.module.css";

/** A case, what made it, and the way to change it. */
export function GalleryCard({ type, example }: { type: ChartType; example: GalleryCase }) {
  const controls = useMemo(() => controlsOf(type, example), [type, example]);
  const open = useOpenInExplore(type, example);
  return (
    <li className={styles.case}>
      <header>
        <h3>{example.name}</h3>
        <button type="button" className={styles.open} aria-label={`Open in Explore: ${example.name}`} onClick={open}>
          Open in Explore
          <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </header>
      <div className={styles.stage}>
        <CaseChart type={type} example={example} />
      </div>
      <details className={styles.controls}>
        <summary>
          Made of {example.dataset} with {controls.length} {controls.length === 1 ? "control" : "controls"}
        </summary>
        <dl>
          {controls.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function useOpenInExplore(type: ChartType, example: GalleryCase) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      const dataset = await queries.fetchQuery(exampleQuery(example.dataset));
      if (!dataset) {
        toast.warning(`The example data “${example.dataset}” is not here.`);
        return;
      }
      const form_data = JSON.stringify(formOf(type, example, dataset));
      const body = { datasource_id: dataset.id, datasource_type: "table" as const, form_data };
      const { key } = await call(createFormData, { body });
      navigate(`/explore/?form_data_key=${encodeURIComponent(key)}`);
    } catch (error) {
      toast.error(error);
    }
  };
}
