import { useNavigateHere } from "@/lib/route/address";
import type { RegionPageProps } from "./RegionPage";

/** Goes to another region, or shows this one in another way. */
export function useGoToRegion(): RegionPageProps["onGo"] {
  const navigate = useNavigateHere();
  return (what, search) => void navigate({ to: ".", params: { what }, search, resetScroll: false });
}
