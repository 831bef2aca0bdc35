import { randomId } from "@mantine/hooks";
import { TextButton } from "../action/TextButton";
import { hide, show } from "./toast";

const undoMs = 10_000;

/** Reports an action, and offers for a while to undo it. */
export function toastUndo(message: string, undo: () => void): void {
  const id = randomId();
  function takeBack() {
    hide(id);
    undo();
  }
  show({
    id,
    color: "brand",
    autoClose: undoMs,
    message: (
      <>
        {message} <TextButton onClick={takeBack}>Undo</TextButton>
      </>
    ),
  });
}
