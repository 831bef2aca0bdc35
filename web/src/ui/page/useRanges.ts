import { useMemo } from "react";
import { functionsBeforeBar } from "@/lib/engine/format";
import type { Ranges } from "./CellView";
import type { PageProps } from "./page";
import { useAsked } from "./useAsked";

const none: Ranges = new Map();

/** From where to where the columns go that are shown with bars; over all rows, so that a bar means the same whatever passes. */
export function useRanges({ document, engine }: Pick<PageProps, "document" | "engine">): Ranges {
  const { formats } = document;
  const ask = useMemo(() => {
    const barred = Object.entries(formats).flatMap(([column, list]) => {
      const before = functionsBeforeBar(list);
      return before ? [{ column, before }] : [];
    });
    if (barred.length === 0) return undefined;
    return async (signal: AbortSignal): Promise<Ranges> => {
      const ranges = barred.map(
        async ({ column, before }) => [column, await engine.range(column, before, signal)] as const,
      );
      return new Map(await Promise.all(ranges));
    };
  }, [formats, engine]);
  return useAsked(ask).data ?? none;
}
