import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { open } from "../../api/explore/contract.ts";
import { chartVersions, dashboardVersions } from "../../api/version/contract.ts";
import { t } from "../../i18n/translate.ts";
import { FormData } from "../../model/form-data.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { ChartView } from "../../web/chart-view/ChartView.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { LayoutPicture, type Marks, marksOf } from "./LayoutPicture.tsx";
import { formOf } from "./open-as-new.ts";
import styles from "./side-by-side.module.css";

type Content = Readonly<Record<string, unknown>>;

interface SideBySideProps {
  noun: "chart" | "dashboard";
  id: number;
  from: number;
  to: number;
}

/** Two versions as they look: a chart with today's data, by the rights of the user; a dashboard as its layout. */
export function SideBySide(props: SideBySideProps) {
  const { noun, from } = props;
  const { data, error, refetch } = useContents(props);
  if (error) return <ErrorState compact title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={8} />;
  const [before, after] = data;
  const marks = noun === "dashboard" ? marksOf(before.position_json, after.position_json) : undefined;
  return (
    <>
      <div className={styles.pair}>
        <Side title={t("Version {version, number}", { version: from })}>
          <Picture noun={noun} content={before} marks={marks} />
        </Side>
        <Side title={t("Current")}>
          <Picture noun={noun} content={after} marks={marks} />
        </Side>
      </div>
      <p className={styles.note}>
        {noun === "chart"
          ? t("Both with current data.")
          : t("Arrangement only. Outlined elements were added, removed, moved, resized or renamed.")}
      </p>
    </>
  );
}

function useContents({ noun, id, from, to }: SideBySideProps) {
  const { show } = noun === "chart" ? chartVersions : dashboardVersions;
  return useQuery({
    queryKey: [noun, id, "versions", "contents", from, to],
    queryFn: ({ signal }): Promise<[Content, Content]> => {
      const contentOf = async (version: number) =>
        (await call(show, { params: { id: `${id}`, version } }, { signal })).result.content;
      return Promise.all([contentOf(from), contentOf(to)]);
    },
  });
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={styles.side}>
      <figcaption>{title}</figcaption>
      {children}
    </figure>
  );
}

interface PictureProps {
  noun: "chart" | "dashboard";
  content: Content;
  marks: Marks | undefined;
}

function Picture({ noun, content, marks }: PictureProps) {
  return noun === "chart" ? (
    <ChartPicture content={content} />
  ) : (
    <LayoutPicture position={content.position_json} marks={marks} />
  );
}

function ChartPicture({ content }: { content: Content }) {
  const form = FormData.safeParse(formOf(content));
  const datasource_id = Number(content.datasource_id);
  const datasource_type = String(content.datasource_type ?? "table");
  const { data, error, refetch } = useQuery({
    queryKey: ["versions", "dataset", datasource_id, datasource_type],
    queryFn: async ({ signal }) => (await call(open, { query: { datasource_id, datasource_type } }, { signal })).result,
  });
  if (error) return <ErrorState compact title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!form.success) return <ErrorState compact title={t("This version of the chart can't be shown.")} />;
  return <div className={styles.chart}>{data ? <ChartView formData={form.data} dataset={data.dataset} /> : null}</div>;
}
