import { Radio, Stack } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/lib/api-error";
import { NamesField } from "@/ui/form/OwnersFields";
import { Notice } from "../state/Notice";
import { Refused } from "../state/Refused";
import { FormDialog } from "./FormDialog";

/** With whom something is shared; `people` are user names. */
export interface Shared<Way extends string> {
  sharing: Way;
  people: string[];
}

interface Props<Way extends string> {
  title: string;
  /** The label of the choice, such as "Access". */
  label: string;
  /** The ways of sharing from the narrowest to the widest: name and meaning. */
  ways: readonly { way: Way; word: string; effect: string }[];
  /** The way in which people are named. */
  named: Way;
  /** The value that opens it to all users. */
  open: Way;
  held: Shared<Way>;
  /** What happens to those whom a narrower way leaves out. */
  narrowed?: string;
  share: UseMutationResult<unknown, Error, Shared<Way>>;
  onClose: () => void;
}

/** Sets whom an object is shared with. */
export function SharingDialog<Way extends string>({ title, label, ways, named, open, ...props }: Props<Way>) {
  const { held, narrowed, share, onClose } = props;
  const [sharing, setSharing] = useState(held.sharing);
  const [people, setPeople] = useState(held.people);
  const refused =
    share.error instanceof ApiError ? share.error.fields.find(({ field }) => field.startsWith("people")) : undefined;
  const width = (of: Way) => ways.findIndex(({ way }) => way === of);

  return (
    <FormDialog
      title={title}
      size="lg"
      label="Save sharing"
      busy={share.isPending}
      onSubmit={() => share.mutate({ sharing, people: sharing === named ? people : [] })}
      onClose={onClose}
    >
      <Radio.Group aria-label={label} value={sharing} onChange={(value) => setSharing(value as Way)}>
        <Stack gap="sm">
          {ways.map(({ way, word, effect }) => (
            <Radio key={way} value={way} label={word} description={effect} />
          ))}
        </Stack>
      </Radio.Group>
      {sharing === named && (
        <NamesField
          label="People"
          description="User names. Press Enter after each."
          value={people}
          maxTags={200}
          error={refused?.message}
          onChange={setPeople}
        />
      )}
      {sharing === open && held.sharing !== open && (
        <Notice tone="warn" title="Anyone can then read every row">
          Make sure that your data agreements allow this.
        </Notice>
      )}
      {narrowed && width(sharing) < width(held.sharing) && <Notice tone="info">{narrowed}</Notice>}
      <Refused error={!refused && share.error} title="Nothing was changed" />
    </FormDialog>
  );
}
