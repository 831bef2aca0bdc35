import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sharePage } from "@/api/pages/calls";
import { type PageSharing, pageChanged, pageQuery } from "@/api/pages/pages";
import { ApiError } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { type Shared, SharingDialog as SharingForm } from "@/ui/form/SharingDialog";
import { sharingWords } from "../../words";
import type { HeldPage } from "../pageKind";

/** What each way means, the narrowest first. */
export const sharingEffects: Record<PageSharing, string> = {
  private: "Only you and administrators.",
  people: "People you choose, signed in.",
  area: "All accounts with a role in its area, signed in.",
  public: "Anyone with its address, without an account, after you publish it.",
};

const ways = (Object.keys(sharingEffects) as PageSharing[]).map((way) => ({
  way,
  word: sharingWords[way].word,
  effect: sharingEffects[way],
}));

/** Sets who may see a page. */
export function SharingDialog({ page, onClose }: { page: HeldPage; onClose: () => void }) {
  const queries = useQueryClient();
  const share = useMutation({
    mutationFn: (chosen: Shared<PageSharing>) => sharePage(page, chosen),
    onSuccess: async (changed) => {
      toastDone("Access was changed.");
      await pageChanged(queries, changed);
      onClose();
    },
    onError: (error) => {
      const meanwhile = error instanceof ApiError && error.status === 409;
      if (meanwhile) void queries.invalidateQueries({ queryKey: pageQuery(page.id).queryKey });
    },
  });
  return (
    <SharingForm
      title="Access to the page"
      label="Access"
      ways={ways}
      named="people"
      open="public"
      held={page}
      share={share}
      onClose={onClose}
    />
  );
}
