import { Button, Group, Radio, Stack, TagsInput } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { Modal } from "@/ui/Modal";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";

/** With whom something is shared; `people` are user names. */
export interface Shared<Way extends string> {
  sharing: Way;
  people: string[];
}

interface Props<Way extends string> {
  title: string;
  /** What is chosen, as "Who may query it". */
  label: string;
  /** The ways of sharing from the narrowest to the widest: name and meaning. */
  ways: readonly { way: Way; word: string; effect: string }[];
  /** The way in which people are named. */
  named: Way;
  /** The way that opens it to everybody. */
  open: Way;
  held: Shared<Way>;
  /** What happens to those whom a narrower way leaves out. */
  narrowed?: string;
  share: UseMutationResult<unknown, Error, Shared<Way>>;
  onClose: () => void;
}

/** Says with whom something is shared. */
export function SharingDialog<Way extends string>({ title, label, ways, named, open, ...props }: Props<Way>) {
  const { held, narrowed, share, onClose } = props;
  const [sharing, setSharing] = useState(held.sharing);
  const [people, setPeople] = useState(held.people);
  const refused = share.error instanceof ApiError && share.error.fields.find(({ field }) => field.startsWith("people"));
  const width = (of: Way) => ways.findIndex(({ way }) => way === of);

  function submit(event: FormEvent) {
    event.preventDefault();
    share.mutate({ sharing, people: sharing === named ? people : [] });
  }

  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Radio.Group aria-label={label} value={sharing} onChange={(value) => setSharing(value as Way)}>
            <Stack gap="sm">
              {ways.map(({ way, word, effect }) => (
                <Radio key={way} value={way} label={word} description={effect} />
              ))}
            </Stack>
          </Radio.Group>
          {sharing === named && (
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
          {sharing === open && held.sharing !== open && (
            <Notice tone="warn" title="Every row can then be read by anybody">
              Make sure that the agreements under which the data were made allow it.
            </Notice>
          )}
          {narrowed && width(sharing) < width(held.sharing) && <Notice tone="info">{narrowed}</Notice>}
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
