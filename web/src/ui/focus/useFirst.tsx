import { useState } from "react";
import { formatCount } from "@/lib/format/format";
import { TextButton } from "../action/TextButton";

/** The first of many, and what shows the others too; nothing once all are shown. */
export function useFirst<T>(all: readonly T[], first: number) {
  const [unfolded, setUnfolded] = useState(false);
  const shown = unfolded ? all : all.slice(0, first);
  const left = all.length - shown.length;
  const more = left > 0 && <TextButton onClick={() => setUnfolded(true)}>Show {formatCount(left)} more</TextButton>;
  return { shown, more };
}
