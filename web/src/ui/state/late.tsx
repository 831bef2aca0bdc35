import type { ComponentType, ReactNode } from "react";
import { useLater } from "@/lib/browser/later";

/**
 * A component that is fetched when it is first drawn, and again while it does not arrive: the server may be away just then.
 * `meanwhile` holds its place.
 */
export function late<P extends object>(
  bring: () => Promise<ComponentType<P>>,
): ComponentType<P & { meanwhile?: ReactNode }> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins, as of React's lazy
  return function Late({ meanwhile = null, ...props }) {
    const Piece = useLater(bring, true);
    return Piece ? <Piece {...(props as unknown as P)} /> : meanwhile;
  };
}
