import { Button, Group, Stack, Text } from "@mantine/core";
import type { SentLink } from "@/api/accounts/accounts";
import { Modal } from "@/ui/dialog/Modal";
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
          No mail was sent. Send this link to {userName} through a channel you trust. The person who opens it {what}.{" "}
          {linkLife(link)} Earlier links for this account stop working.
        </Text>
        <LinkField label={`Link for ${userName}`} value={linkAddress(link) ?? ""} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
