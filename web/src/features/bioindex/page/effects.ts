import type { BioIndexSharing } from "@/api/bioindex";

/** What each way of sharing means, from the narrowest to the widest. */
export const effects: Record<BioIndexSharing, string> = {
  private: "Only its owner queries it.",
  named: "The people below query it too, once they have signed in or with a token of theirs.",
  area: "Everybody with a role in its area queries it, once they have signed in or with a token of theirs.",
  public: "Anybody who has the address queries it, without signing in.",
};
