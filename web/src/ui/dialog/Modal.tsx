import type { ModalProps } from "@mantine/core";
import { useLater } from "@/lib/browser/later";

const fetchModal = async () => (await import("./kitModal")).Modal;

/** The kit's dialog. No page begins with one, so its code comes when the first page is idle. */
export function Modal(props: ModalProps) {
  const KitModal = useLater<ModalProps>(fetchModal, props.opened);
  return KitModal && <KitModal {...props} />;
}
