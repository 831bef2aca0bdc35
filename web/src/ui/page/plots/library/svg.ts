/** Fetched when a drawing is saved. */
export { SVGRenderer } from "echarts/renderers";
