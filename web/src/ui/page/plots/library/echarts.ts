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

/**
 * Ends a chart. Many points are drawn part by part, and the library goes on with the next part after its end, where nothing
 * is left to draw on; once an empty figure was drawn there is none.
 */
export function close(made: echarts.ECharts): void {
  made.clear();
  made.getZr().refreshImmediately(true);
  made.dispose();
}
