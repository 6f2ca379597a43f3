import { CustomChart } from "echarts/charts";
import { GraphicComponent } from "echarts/components";
import { use } from "echarts/core";
import { ZoomChart } from "../../chart-kit/hierarchy/ZoomChart.tsx";

use([CustomChart, GraphicComponent]);

export { ZoomChart as Renderer };
