import { useMatch, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

/** Navigates from the shown page, also while another one is loading. */
export function useNavigateHere() {
  const { fullPath } = useMatch({ strict: false });
  return useNavigate({ from: fullPath });
}

/**
 * Changes parts of what the page keeps in its address. The letters of a search replace each other in the history; so do
 * the parts that are named `inPlace`, and these leave the page scrolled as it is.
 */
export function useSearchChange<Search extends object>(
  ...inPlace: (keyof Search)[]
): (change: Partial<Search>) => void {
  const navigate = useNavigateHere();
  const parts = inPlace.join();
  return useCallback(
    (change) => {
      const stays = parts.split(",").some((part) => part in change);
      void navigate({
        to: ".",
        search: (now) => ({ ...now, ...change }),
        replace: stays || "q" in change,
        resetScroll: !stays,
      });
    },
    [navigate, parts],
  );
}

/** Shows the page in another way: what its address keeps is replaced, and it stays scrolled as it is. */
export function useSearchReplaced(): (search: object) => void {
  const navigate = useNavigateHere();
  return (search) => void navigate({ to: ".", search, replace: true, resetScroll: false });
}
