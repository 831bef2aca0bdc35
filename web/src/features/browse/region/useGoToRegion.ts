import { useNavigateHere } from "@/lib/route/address";
import type { RegionPageProps } from "./RegionPage";

/** Navigates to another region, or changes the view of this one. */
export function useGoToRegion(): RegionPageProps["onGo"] {
  const navigate = useNavigateHere();
  return (what, search) => void navigate({ to: ".", params: { what }, search, resetScroll: false });
}
