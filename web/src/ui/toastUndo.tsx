import { notifications } from "@mantine/notifications";
import { TextButton } from "./TextButton";

const undoMs = 10_000;

/** Says that something was done, and offers for a while to take it back. */
export function toastUndo(message: string, undo: () => void): void {
  function takeBack() {
    notifications.hide(id);
    undo();
  }
  const id = notifications.show({
    color: "brand",
    autoClose: undoMs,
    message: (
      <>
        {message} <TextButton onClick={takeBack}>Undo</TextButton>
      </>
    ),
  });
}
