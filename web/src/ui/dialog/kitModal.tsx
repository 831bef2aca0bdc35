import { Modal as KitModal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** What has the focus; of an entry of a menu, which closes, the button of the menu. */
function focused(): Element | null {
  const entry = document.activeElement;
  const menu = entry?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : entry;
}

/**
 * The kit's dialog returns the focus when it closes; this one also when it is removed while open.
 */
export function Modal(props: ModalProps) {
  const [before] = useState(focused);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    },
    [before],
  );
  return <KitModal {...props} />;
}
