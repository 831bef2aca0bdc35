/** The parts of the charting library that pages use; its code comes when the first of these plots is shown. */
import { BarChart, BoxplotChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GraphicComponent, GridComponent, LegendComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

echarts.use([
  ScatterChart,
  BarChart,
  BoxplotChart,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  AriaComponent,
  CanvasRenderer,
]);

export { echarts };
