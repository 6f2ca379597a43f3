import {
  ChartArea,
  ChartBar,
  ChartColumn,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  ChartScatter,
  ChartSpline,
  Grid3x3,
  Hash,
  type LucideIcon,
  Shapes,
  Table2,
  TrendingUp,
} from "lucide-react";

/** Icons chart types name; listed one by one so that the others stay out of the bundle. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  "chart-area": ChartArea,
  "chart-bar": ChartBar,
  "chart-column": ChartColumn,
  "chart-column-big": ChartColumnBig,
  "chart-line": ChartLine,
  "chart-no-axes-column": ChartNoAxesColumn,
  "chart-pie": ChartPie,
  "chart-scatter": ChartScatter,
  "chart-spline": ChartSpline,
  "grid-3x3": Grid3x3,
  hash: Hash,
  table: Table2,
  "table-2": Table2,
  "trending-up": TrendingUp,
};

export function ChartIcon({ name, size = 16 }: { name: string; size?: number }) {
  const Icon = ICONS[name] ?? Shapes;
  return <Icon size={size} aria-hidden />;
}
