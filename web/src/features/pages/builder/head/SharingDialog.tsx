import { Button, Group, Radio, Stack, TagsInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type PageSharing, pageChanged, pageKeys } from "@/api/pages";
import { sharePage } from "@/api/pages-calls";
import { ApiError } from "@/lib/api-error";
import { Modal } from "@/ui/Modal";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { toastDone } from "@/ui/toast";
import { sharingWords } from "../../words";
import type { HeldPage } from "../pageKind";

/** What each way means. */
export const sharingEffects: Record<PageSharing, string> = {
  private: "Nobody but you and administrators.",
  people: "The people whom you name, signed in.",
  area: "Everybody with a role in its area, signed in.",
  public: "Anybody who has its address, without an account, once it is published.",
};

const ways = Object.keys(sharingEffects) as PageSharing[];

/** Says who may see a page. */
export function SharingDialog({ page, onClose }: { page: HeldPage; onClose: () => void }) {
  const queries = useQueryClient();
  const [sharing, setSharing] = useState(page.sharing);
  const [people, setPeople] = useState(page.people);
  const share = useMutation({
    mutationFn: () => sharePage(page, { sharing, people: sharing === "people" ? people : [] }),
    onSuccess: async (changed) => {
      toastDone("Who may see it is changed.");
      await pageChanged(queries, changed);
      onClose();
    },
    onError: (error) => {
      const meanwhile = error instanceof ApiError && error.status === 409;
      if (meanwhile) void queries.invalidateQueries({ queryKey: pageKeys.page(page.id) });
    },
  });
  const refused = share.error instanceof ApiError && share.error.fields.find(({ field }) => field.startsWith("people"));

  function submit(event: FormEvent) {
    event.preventDefault();
    share.mutate();
  }

  return (
    <Modal opened onClose={onClose} title="Who may see the page" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Radio.Group
            aria-label="Who may see it"
            value={sharing}
            onChange={(value) => setSharing(value as PageSharing)}
          >
            <Stack gap="sm">
              {ways.map((way) => (
                <Radio key={way} value={way} label={sharingWords[way].word} description={sharingEffects[way]} />
              ))}
            </Stack>
          </Radio.Group>
          {sharing === "people" && (
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
          {sharing === "public" && page.sharing !== "public" && (
            <Notice tone="warn" title="Every row can then be read by anybody">
              Make sure that the agreements under which the data were made allow it.
            </Notice>
          )}
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
