import { Button, Code, Group, NativeSelect, Stack, TagsInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { embedPage } from "@/api/pages/calls";
import { pageChanged } from "@/api/pages/pages";
import { Copy } from "@/ui/action/Copy";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../builder.module.css";
import type { HeldPage } from "../pageKind";
import { embedCode, originOf, sizes } from "./embed";

/** The page in a frame of another site: which sites may, and what to put there. */
export function EmbedDialog({ page, onClose }: { page: HeldPage; onClose: () => void }) {
  const queries = useQueryClient();
  const [origins, setOrigins] = useState(page.origins);
  const [wrong, setWrong] = useState<string>();
  const [size, setSize] = useState<keyof typeof sizes>("medium");
  const save = useMutation({
    mutationFn: () => embedPage(page, origins),
    onSuccess: async (changed) => {
      toastDone("The sites are saved.");
      await pageChanged(queries, changed);
    },
  });
  const code = embedCode(`${location.origin}${page.published?.address}/embed`, page.title, size);

  function take(typed: string[]) {
    const read = typed.map(originOf);
    setWrong(typed.find((_, at) => read[at] === undefined));
    setOrigins([...new Set(read.filter((origin) => origin !== undefined))]);
    save.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <Modal opened onClose={onClose} title="Embed the page" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TagsInput
            data-autofocus
            label="Allowed websites"
            description="Such as https://portal.example.org. Press Enter after each. Leave empty to block embedding."
            acceptValueOnBlur
            value={origins}
            error={
              wrong === undefined ? save.error && messageOf(save.error) : `“${wrong}” is not the address of a website.`
            }
            onChange={take}
          />
          {page.sharing !== "public" || page.origins.length === 0 ? (
            <Notice tone="info" title="No website may embed this page yet">
              {page.sharing === "public"
                ? "Enter a website above and save. The embed code appears here."
                : "Only a public page can be embedded. Make it public under Sharing, then enter a website above."}
            </Notice>
          ) : (
            <>
              <NativeSelect
                label="Size"
                value={size}
                data={Object.entries(sizes).map(([value, { label }]) => ({ value, label }))}
                onChange={({ currentTarget: { value } }) => setSize(value as keyof typeof sizes)}
              />
              <div>
                <Group justify="space-between">
                  <span>Embed code</span>
                  <Copy value={code} what="the code" />
                </Group>
                <Code block className={classes.code}>
                  {code}
                </Code>
              </div>
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save sites
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
