import { notifications } from "@mantine/notifications";
import { messageOf } from "./states";

/** Says that something worked. */
export function toastDone(message: string): void {
  notifications.show({ message, color: "brand" });
}

/** Says that something failed which no page shows; one message, however often it happens. */
export function toastStray(error: unknown): void {
  const title = "Something in this page went wrong";
  notifications.show({ id: "stray", title, message: messageOf(error), color: "fail", autoClose: false });
}

/** Says that something did not work; stays until it is closed. */
export function toastError(title: string, error: unknown): void {
  notifications.show({ title, message: messageOf(error), color: "fail", autoClose: false });
}
