import type { BioIndexSharing } from "@/api/bioindex/bioindex";

/** What each way of sharing means, from the narrowest to the widest. */
export const effects: Record<BioIndexSharing, string> = {
  private: "Only its owner can query it.",
  named: "The people below can query it too, signed in or with a token.",
  area: "All accounts with a role in its area can query it, signed in or with a token.",
  public: "Anyone with the address can query it without signing in.",
};
