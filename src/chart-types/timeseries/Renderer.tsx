import { LineChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";

use([LineChart]);

export const Renderer = TimeseriesChart;
