import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BioIndex, type BioIndexSharing, indexChanged, indexQuery } from "@/api/bioindex/bioindex";
import { shareIndex } from "@/api/bioindex/calls";
import { ApiError } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { type Shared, SharingDialog as SharingForm } from "@/ui/form/SharingDialog";
import { sharingWords } from "../words";
import { effects } from "./effects";

const ways = (Object.keys(effects) as BioIndexSharing[]).map((way) => ({
  way,
  word: sharingWords[way].word,
  effect: effects[way],
}));

/** Sets who may query an index. */
export function SharingDialog({ index, onClose }: { index: BioIndex; onClose: () => void }) {
  const queries = useQueryClient();
  const share = useMutation({
    mutationFn: (chosen: Shared<BioIndexSharing>) => shareIndex(index, chosen),
    onSuccess: async (changed) => {
      toastDone("Access was changed.");
      await indexChanged(queries, changed);
      onClose();
    },
    onError: (error) => {
      const meanwhile = error instanceof ApiError && error.status === 409;
      if (meanwhile) void queries.invalidateQueries({ queryKey: indexQuery(index.id).queryKey });
    },
  });
  return (
    <SharingForm
      title={`Access to ${index.name}`}
      label="Access"
      ways={ways}
      named="named"
      open="public"
      held={index}
      narrowed="People you remove lose access immediately."
      share={share}
      onClose={onClose}
    />
  );
}
