import { useTouch } from "../focus/useTouch";
import sheet from "../paper.module.css";

interface Props {
  /** What a click does, after the verb: "a peak for its region". */
  pick?: string | undefined;
  /** What zooming does besides: "; the table follows". */
  follows?: string;
}

/** How to zoom a figure, in the words of the device. It is not printed. */
export function ZoomHint({ pick, follows = "" }: Props) {
  const touch = useTouch();
  return (
    <span className={sheet.onScreen}>
      {touch ? "drag sideways to zoom" : "drag to zoom"}
      {follows}
      {pick && ` · ${touch ? "tap" : "click"} ${pick}`}
    </span>
  );
}
