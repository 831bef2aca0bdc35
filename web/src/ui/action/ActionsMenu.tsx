import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  /** "Actions for …". */
  label: string;
  busy?: boolean;
  /** In the head of a page, among its buttons, and not at the end of a row. */
  inHead?: boolean;
  width: number;
  children: ReactNode;
}

/** What can be done with something, behind three dots. */
export function ActionsMenu({ label, busy, inHead = false, width, children }: Props) {
  const look = inHead ? { size: "lg", variant: "default" } : { variant: "subtle", color: "gray" };
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon {...look} aria-label={label} loading={busy}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** An entry that takes something away. */
export function DangerItem(props: { onClick: () => void; children: ReactNode }) {
  return <Menu.Item c="var(--co-fail)" {...props} />;
}
