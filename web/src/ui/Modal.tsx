import type { ModalProps } from "@mantine/core";
import { useLater } from "@/lib/later";

const fetchModal = async () => (await import("./kitModal")).Modal;

/** The kit's dialog. No page begins with one, so its code comes when the first page stands. */
export function Modal(props: ModalProps) {
  const KitModal = useLater<ModalProps>(fetchModal);
  return KitModal && <KitModal {...props} />;
}
