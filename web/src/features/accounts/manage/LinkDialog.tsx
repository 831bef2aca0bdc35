import { Button, Group, Stack, Text } from "@mantine/core";
import type { SentLink } from "@/api/accounts";
import { Modal } from "@/ui/Modal";
import { LinkField } from "../LinkField";
import { linkAddress, linkLife } from "../link";

export interface ShownLink {
  kind: "invitation" | "reset";
  /** For whom it is. */
  userName: string;
  link: SentLink;
}

/** A link that was not mailed: the manager hands it over. */
export function LinkDialog({ kind, userName, link, onClose }: ShownLink & { onClose: () => void }) {
  const what = kind === "invitation" ? "accepts the invitation" : "chooses a new password";
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={kind === "invitation" ? "Invitation link" : "Link to choose a password"}
    >
      <Stack gap="sm">
        <Text size="sm">
          No mail was sent. Hand this link to {userName} over a channel you trust: whoever opens it {what}.{" "}
          {linkLife(link)} Earlier links of this account no longer work.
        </Text>
        <LinkField label={`Link for ${userName}`} value={linkAddress(link) ?? ""} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
