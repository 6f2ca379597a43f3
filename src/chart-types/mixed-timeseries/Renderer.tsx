import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";

use([BarChart, LineChart, ScatterChart]);

export const Renderer = TimeseriesChart;
