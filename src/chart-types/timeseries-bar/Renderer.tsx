import { BarChart, LineChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";

use([BarChart, LineChart]);

export const Renderer = TimeseriesChart;
