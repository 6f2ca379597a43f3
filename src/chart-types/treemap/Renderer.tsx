import { CustomChart } from "echarts/charts";
import { use } from "echarts/core";
import { ZoomChart } from "../../chart-kit/hierarchy/ZoomChart.tsx";

use([CustomChart]);

export { ZoomChart as Renderer };
