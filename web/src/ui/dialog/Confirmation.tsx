import { Button, Group, Text } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import { questions } from "./confirm";
import { Modal } from "./Modal";

/** The dialog of the question that waits for its answer. */
export function Confirmation() {
  const open = useSyncExternalStore(questions.subscribe, questions.first);
  // What was asked stays readable while the dialog fades.
  const [shown, setShown] = useState(open);
  if (open && open !== shown) setShown(open);
  const no = () => open?.answer(false);
  return (
    <Modal opened={open !== undefined} onClose={no} title={shown?.title} size={shown?.wide ? "xl" : undefined}>
      <Text component="div" size="sm" mb="md">
        {shown?.children}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={no}>
          {shown?.cancel ?? "Cancel"}
        </Button>
        <Button color={shown?.danger ? "fail" : undefined} onClick={() => open?.answer(true)}>
          {shown?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
