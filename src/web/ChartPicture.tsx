import {
  ChartArea,
  ChartColumn,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesCombined,
  ChartPie,
  ChartScatter,
  Grid3x3,
  Hash,
  LayoutDashboard,
  type LucideIcon,
  Sheet,
  Table2,
  TrendingUp,
} from "lucide-react";
import styles from "./ChartPicture.module.css";

const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/big_number_total/, Hash],
  [/big_number/, TrendingUp],
  [/pivot|table/, Sheet],
  [/line|smooth|step/, ChartLine],
  [/area/, ChartArea],
  [/scatter|bubble/, ChartScatter],
  [/pie|donut|rose/, ChartPie],
  [/heatmap|cal_/, Grid3x3],
  [/hist|box/, ChartColumnBig],
  [/mixed/, ChartNoAxesCombined],
  [/bar/, ChartColumn],
];
const TINTS = 4;

/** The icon that stands for a chart type. */
export function chartIconOf(vizType: string | undefined): LucideIcon {
  return ICONS.find(([pattern]) => pattern.test(vizType ?? ""))?.[1] ?? ChartColumn;
}

export interface ChartPictureProps {
  kind: "dashboard" | "chart" | "dataset";
  vizType?: string;
  /** Chooses the tint, the same for the same thing. */
  seed: number;
  small?: boolean;
}

/** Stands for a thing until its picture is drawn: its kind's icon on a tinted plate. */
export function ChartPicture({ kind, vizType, seed, small }: ChartPictureProps) {
  const Icon = kind === "dashboard" ? LayoutDashboard : kind === "dataset" ? Table2 : chartIconOf(vizType);
  return (
    <span className={styles.plate} data-tint={seed % TINTS} data-small={small} aria-hidden="true">
      <Icon size={small ? 16 : 32} strokeWidth={small ? 1.75 : 1.25} />
    </span>
  );
}
