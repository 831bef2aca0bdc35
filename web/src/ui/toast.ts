import { notifications } from "@mantine/notifications";
import { messageOf } from "./states";

/** Says that something worked. */
export function toastDone(message: string): void {
  notifications.show({ message, color: "brand" });
}

/** Says that something did not work; stays until it is closed. */
export function toastError(title: string, error: unknown): void {
  notifications.show({ title, message: messageOf(error), color: "fail", autoClose: false });
}
