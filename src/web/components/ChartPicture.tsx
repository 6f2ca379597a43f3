import { LayoutDashboard, Table2 } from "lucide-react";
import { chartCard } from "../../chart-types/index.ts";
import { useThemeMode } from "../session/theme.ts";
import { ChartIcon } from "./ChartIcon.tsx";
import styles from "./ChartPicture.module.css";
import { usePicture } from "./picture.ts";

const TINTS = 4;

export interface ChartPictureProps {
  kind: "dashboard" | "chart" | "dataset";
  vizType?: string;
  seed: number;
  small?: boolean;
  /** Screenshot URL; the server may still be taking it. */
  src?: string | null | undefined;
}

export function ChartPicture({ kind, vizType, seed, small, src }: ChartPictureProps) {
  const picture = usePicture(src);
  const mode = useThemeMode();
  if (picture !== undefined)
    return <img className={styles.picture} data-kind={kind} data-small={small} data-mode={mode} src={picture} alt="" />;
  return (
    <span className={styles.plate} data-tint={seed % TINTS} data-small={small} aria-hidden="true">
      <KindIcon kind={kind} vizType={vizType} size={small ? 16 : 32} />
    </span>
  );
}

function KindIcon({ kind, vizType = "", size }: { kind: string; vizType: string | undefined; size: number }) {
  if (kind === "dashboard") return <LayoutDashboard size={size} />;
  if (kind === "dataset") return <Table2 size={size} />;
  return <ChartIcon name={chartCard(vizType)?.icon ?? ""} size={size} />;
}
