import { type RegisteredRouter, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

/** Puts a change into the address of a page: the letters of a search make one entry of the history, not one each. */
export function useChangeSearch<Search extends object>(page: keyof RegisteredRouter["routesByPath"]) {
  const navigate = useNavigate({ from: page });
  return useCallback(
    (change: Partial<Search>) =>
      void navigate({ to: ".", search: (previous) => ({ ...previous, ...change }), replace: "q" in change }),
    [navigate],
  );
}
