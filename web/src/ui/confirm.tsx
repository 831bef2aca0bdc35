import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";

interface Question {
  title: string;
  /** What will happen, and what will not. */
  children: ReactNode;
  /** The verb on the button, e.g. "Delete data set". */
  confirm: string;
  /** Something is lost for good. */
  danger?: boolean;
}

/** Asks before something that others rely on or that cannot be taken back; answers whether to go on. */
export function confirm({ title, children, confirm, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {children}
        </Text>
      ),
      labels: { confirm, cancel: "Cancel" },
      confirmProps: { color: danger ? "fail" : undefined },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
}
