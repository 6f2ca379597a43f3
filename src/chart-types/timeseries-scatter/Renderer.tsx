import { LineChart, ScatterChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";

use([ScatterChart, LineChart]);

export const Renderer = TimeseriesChart;
