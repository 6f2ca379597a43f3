import { CustomChart } from "echarts/charts";
import { use } from "echarts/core";
import { TimeseriesChart } from "../../chart-kit/timeseries/TimeseriesChart.tsx";

use([CustomChart]);

export const Renderer = TimeseriesChart;
