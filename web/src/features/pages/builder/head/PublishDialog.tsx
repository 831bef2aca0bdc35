import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemsIn, publishPage, unpublishPage } from "@/api/pages/calls";
import { ofVersions, type PageSharing, pageChanged } from "@/api/pages/pages";
import type { Table } from "@/api/pages/tables";
import { ApiError } from "@/lib/api-error";
import { plural } from "@/lib/format/format";
import { base64Of } from "@/lib/text/base64";
import { TextButton } from "@/ui/action/TextButton";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { sharingWords } from "../../words";
import classes from "../builder.module.css";
import type { HeldPage } from "../pageKind";
import { errorsOf, type Problems } from "../problems";
import type { PageForm } from "../usePageForm";
import { Faults } from "./Faults";
import { sharingEffects } from "./SharingDialog";
import { slugFault, slugOf } from "./slug";
import { type Picture, usePicture } from "./usePicture";

interface Props {
  page: HeldPage;
  table: Table;
  built: PageForm;
  problems: Problems;
  picture: Picture;
  onClose: () => void;
}

/** A published page is not private; the others are in the order in which sharing has them. */
const openWays = (Object.keys(sharingEffects) as PageSharing[]).filter((way) => way !== "private");

/** What changes a page at its source; the rest stays as it was brought. */
const canFollow: ReadonlySet<Table["source"]["kind"]> = new Set([
  "dataset_file",
  "hermes_upload",
  "meta_analysis",
  "index",
]);

/** Publishes the page at a public address. Its errors must be fixed first. */
export function PublishDialog(props: Props) {
  const errors = errorsOf(props.problems);
  return (
    <Modal opened onClose={props.onClose} title="Publish the page" size="lg">
      {errors.length > 0 ? (
        <Stack gap="md">
          <Notice tone="warn" title={`${plural(errors.length, "problem")} to correct first`}>
            Open each problem to correct it, then publish.
          </Notice>
          <Faults problems={errors} onClose={props.onClose} />
        </Stack>
      ) : (
        <PublishForm {...props} />
      )}
    </Modal>
  );
}

function PublishForm({ page, table, built, picture, onClose }: Props) {
  const queries = useQueryClient();
  const { published } = page;
  const [slug, setSlug] = useState(published?.slug ?? slugOf(page.title || table.name));
  const [follow, setFollow] = useState(published?.follow ?? false);
  const [sharing, setSharing] = useState<PageSharing>(page.sharing);
  const [asked, setAsked] = useState(false);
  const undecided = page.can.share && sharing === "private";
  const shot = usePicture(picture);
  const saved = built.form.clean;
  const publish = useMutation({
    mutationFn: async () =>
      publishPage(page, {
        slug: slug.trim(),
        follow,
        ...(sharing !== page.sharing && { sharing }),
        ...(shot.blob && { picture: await base64Of(shot.blob) }),
      }),
    onSuccess: async (changed) => {
      toastDone(`Published at ${changed.published?.address}.`);
      await pageChanged(queries, changed);
      await queries.invalidateQueries(ofVersions(page.id));
      onClose();
    },
  });
  const fault = slugFault(slug.trim());
  const taken = publish.error instanceof ApiError && publish.error.code === "slug_taken" && messageOf(publish.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!fault && saved && !undecided) publish.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Address"
          description={`${location.origin}/p/pages/${slug.trim()}`}
          data-autofocus
          maxLength={60}
          value={slug}
          error={fault || taken}
          onChange={({ currentTarget: { value } }) => {
            setSlug(value);
            publish.reset();
          }}
        />
        {page.can.share && (
          <Radio.Group
            label="Access"
            error={asked && undecided && "Choose who can see it."}
            value={sharing}
            onChange={(value) => setSharing(value as PageSharing)}
          >
            <Stack gap="xs" mt={6}>
              {openWays.map((way) => (
                <Radio
                  key={way}
                  value={way}
                  label={sharingWords[way].word}
                  description={
                    way === "people" && page.people.length > 0 ? page.people.join(", ") : sharingEffects[way]
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {sharing === "public" && page.sharing !== "public" && (
          <Notice tone="warn" title="Anyone can then read every row">
            Make sure that your data agreements allow this.
          </Notice>
        )}
        {canFollow.has(table.source.kind) && (
          <Radio.Group
            label="When its source has a new version"
            value={follow ? "follow" : "stay"}
            onChange={(value) => setFollow(value === "follow")}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="stay" label="The page stays as it is" />
              <Radio
                value="follow"
                label="The page shows the new version"
                description="If the new version lacks what the page needs, the page stays as it is and you are notified."
              />
            </Stack>
          </Radio.Group>
        )}
        {shot.url && (
          <figure className={classes.picture}>
            <img src={shot.url} alt="Preview of the page in the gallery" />
            <figcaption className={classes.note}>Preview in the gallery</figcaption>
          </figure>
        )}
        <Refusal error={publish.error} taken={Boolean(taken)} onClose={onClose} />
        <Group justify="space-between">
          {published ? <Withdraw page={page} onClose={onClose} /> : <span />}
          <Group>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={publish.isPending || !saved}>
              Publish
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface RefusalProps {
  error: unknown;
  taken: boolean;
  onClose: () => void;
}

function Refusal({ error, taken, onClose }: RefusalProps) {
  if (!error || taken) return null;
  const problems = problemsIn(error);
  return (
    <Notice tone="fail" alert title="It was not published">
      {messageOf(error)}
      {problems && <Faults problems={problems} onClose={onClose} />}
    </Notice>
  );
}

/** Closes the address. */
function Withdraw({ page, onClose }: Pick<Props, "page" | "onClose">) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => unpublishPage(page),
    onSuccess: async (changed) => {
      toastDone("Its address does not show the page any more.");
      await pageChanged(queries, changed);
      onClose();
    },
    onError: (error) => toastError("It is still published", error),
  });
  return (
    <TextButton danger disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
      Unpublish
    </TextButton>
  );
}
