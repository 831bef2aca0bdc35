import { late } from "../state/late";

/** Reads single variants for a Manhattan figure that is zoomed; its code comes when it is first zoomed. */
export const CloseView = late(() => import("../region/ClosePoints").then(({ ClosePoints }) => ClosePoints));
