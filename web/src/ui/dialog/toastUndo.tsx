import { randomId } from "@mantine/hooks";
import { TextButton } from "../action/TextButton";
import { hide, show } from "./toast";

const undoMs = 10_000;

/** Says that something was done, and offers for a while to take it back. */
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
