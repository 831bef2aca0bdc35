import { useEffect, useState } from "react";
import type { View } from "../../chart/model";

const restMs = 250;

/** A view that runs ahead of the one that is kept: it is handed on once it rests. */
export function useMoving(settled: View | undefined, onSettle: (view: View | undefined) => void) {
  const [moving, setMoving] = useState<{ view: View | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it rests while nothing else moves it
  useEffect(() => {
    if (!moving) return;
    const rest = setTimeout(() => {
      onSettle(moving.view);
    }, restMs);
    return () => clearTimeout(rest);
  }, [moving]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept has caught up
  useEffect(() => setMoving(undefined), [settled]);
  return [moving ? moving.view : settled, (view: View | undefined) => setMoving({ view })] as const;
}
