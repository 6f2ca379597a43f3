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
import { usePicture } from "./picture.ts";

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
  /** Address of its picture, which the server may still be taking. */
  src?: string | null | undefined;
}

/** Stands for a thing: its picture, or until there is one its kind's icon on a tinted plate. */
export function ChartPicture({ kind, vizType, seed, small, src }: ChartPictureProps) {
  const picture = usePicture(src);
  if (picture !== undefined) return <img className={styles.picture} src={picture} alt="" />;
  const Icon = kind === "dashboard" ? LayoutDashboard : kind === "dataset" ? Table2 : chartIconOf(vizType);
  return (
    <span className={styles.plate} data-tint={seed % TINTS} data-small={small} aria-hidden="true">
      <Icon size={small ? 16 : 32} strokeWidth={small ? 1.75 : 1.25} />
    </span>
  );
}
