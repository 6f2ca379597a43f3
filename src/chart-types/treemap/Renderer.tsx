import { CustomChart } from "echarts/charts";
import { use } from "echarts/core";
import { ZoomChart } from "../../chart-kit/echart/ZoomChart.tsx";

use([CustomChart]);

export { ZoomChart as Renderer };
