import type { NotificationData } from "@mantine/notifications";
import { isUnreachable } from "@/lib/api-error";
import { messageOf } from "../state/states";

/** The kit's messages load after the first page; earlier messages wait for them. */
const kit = () => import("@mantine/notifications");

/** Shows a message. */
export function show(message: NotificationData): void {
  void kit().then(({ notifications }) => notifications.show(message));
}

/** Takes a message away. */
export function hide(id: string): void {
  void kit().then(({ notifications }) => notifications.hide(id));
}

/** Reports a success. */
export function toastDone(message: string): void {
  show({ message, color: "brand" });
}

/**
 * Reports a failure that no page shows; repeated failures are one message. An unreachable server
 * has its banner.
 */
export function toastStray(error: unknown): void {
  if (isUnreachable(error)) return;
  const title = "This page failed";
  show({ id: "stray", title, message: messageOf(error), color: "fail", autoClose: false });
}

const unreached = "unreachable";

/**
 * Reports a failure; stays until closed. Of all failures to reach the server, only one is shown.
 */
export function toastError(title: string, error: unknown): void {
  const id = isUnreachable(error) ? unreached : undefined;
  show({ ...(id && { id }), title, message: messageOf(error), color: "fail", autoClose: false });
}

/** The server is there again: what was not reached can be tried. */
export function forgetUnreached(): void {
  hide(unreached);
}
