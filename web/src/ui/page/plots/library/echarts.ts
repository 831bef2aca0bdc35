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
 * Disposes a chart. The library draws many points in parts, and continues with the next part after
 * the disposal, without anything to draw on; after drawing an empty figure there is no next part.
 */
export function close(made: echarts.ECharts): void {
  made.clear();
  made.getZr().refreshImmediately(true);
  made.dispose();
}
