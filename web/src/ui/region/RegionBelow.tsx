import { late } from "../state/late";
import type { RegionPanelProps } from "./RegionPanel";
import { RegionWaits } from "./RegionWaits";

const Panel = late(() => import("./RegionPanel").then(({ RegionPanel }) => RegionPanel));

/** The region below a Manhattan figure; its code comes when it is first asked for. */
export function RegionBelow(props: RegionPanelProps) {
  return <Panel {...props} meanwhile={<RegionWaits />} />;
}
