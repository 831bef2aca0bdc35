import type { NotificationData } from "@mantine/notifications";
import { isUnreachable } from "@/lib/api-error";
import { messageOf } from "../state/states";

/** The kit's messages come after the first page; one that is said before waits for them. */
const kit = () => import("@mantine/notifications");

/** Shows a message. */
export function show(message: NotificationData): void {
  void kit().then(({ notifications }) => notifications.show(message));
}

/** Takes a message away. */
export function hide(id: string): void {
  void kit().then(({ notifications }) => notifications.hide(id));
}

/** Says that something worked. */
export function toastDone(message: string): void {
  show({ message, color: "brand" });
}

/** Says that something failed which no page shows; one message, however often it happens. That the server is away has its banner. */
export function toastStray(error: unknown): void {
  if (isUnreachable(error)) return;
  const title = "This page failed";
  show({ id: "stray", title, message: messageOf(error), color: "fail", autoClose: false });
}

const unreached = "unreachable";

/** Says that something did not work; stays until it is closed. Of all that did not reach the server, one is told. */
export function toastError(title: string, error: unknown): void {
  const id = isUnreachable(error) ? unreached : undefined;
  show({ ...(id && { id }), title, message: messageOf(error), color: "fail", autoClose: false });
}

/** The server is there again: what was not reached can be tried. */
export function forgetUnreached(): void {
  hide(unreached);
}
