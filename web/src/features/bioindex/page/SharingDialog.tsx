import { Button, Group, Radio, Stack, TagsInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type BioIndex, type BioIndexSharing, indexChanged, indexKeys } from "@/api/bioindex";
import { shareIndex } from "@/api/bioindex-calls";
import { ApiError } from "@/lib/api-error";
import { Modal } from "@/ui/Modal";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { toastDone } from "@/ui/toast";
import { sharingWords } from "../words";
import { effects } from "./effects";

const ways = Object.keys(effects) as BioIndexSharing[];

/** Says who may query an index. */
export function SharingDialog({ index, onClose }: { index: BioIndex; onClose: () => void }) {
  const queries = useQueryClient();
  const [sharing, setSharing] = useState(index.sharing);
  const [people, setPeople] = useState(index.people);
  const share = useMutation({
    mutationFn: () => shareIndex(index, { sharing, people: sharing === "named" ? people : [] }),
    onSuccess: async (changed) => {
      toastDone("Who may query it is changed.");
      await indexChanged(queries, changed);
      onClose();
    },
    onError: (error) => {
      const meanwhile = error instanceof ApiError && error.status === 409;
      if (meanwhile) void queries.invalidateQueries({ queryKey: indexKeys.index(index.id) });
    },
  });
  const refused = share.error instanceof ApiError && share.error.fields.find(({ field }) => field.startsWith("people"));
  const narrower = ways.indexOf(sharing) < ways.indexOf(index.sharing);

  function submit(event: FormEvent) {
    event.preventDefault();
    share.mutate();
  }

  return (
    <Modal opened onClose={onClose} title={`Who may query ${index.name}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Radio.Group
            aria-label="Who may query it"
            value={sharing}
            onChange={(value) => setSharing(value as BioIndexSharing)}
          >
            <Stack gap="sm">
              {ways.map((way) => (
                <Radio key={way} value={way} label={sharingWords[way].word} description={effects[way]} />
              ))}
            </Stack>
          </Radio.Group>
          {sharing === "named" && (
            <TagsInput
              label="People"
              description="User names. Press Enter after each."
              value={people}
              maxTags={200}
              acceptValueOnBlur
              error={refused ? refused.message : undefined}
              onChange={(names) => setPeople(names.map((name) => name.trim()).filter(Boolean))}
            />
          )}
          {sharing === "public" && index.sharing !== "public" && (
            <Notice tone="warn" title="Every row can then be read by anybody">
              Make sure that the agreements under which the data were made allow it.
            </Notice>
          )}
          {narrower && <Notice tone="info">Whoever is left out is refused from the next query on.</Notice>}
          {share.error && !refused && (
            <Notice tone="fail" alert title="Nothing was changed">
              {messageOf(share.error)}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={share.isPending}>
              Save sharing
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
