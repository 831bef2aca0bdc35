import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { layer } from "@/theme/constants";
import { Confirmation } from "./Confirmation";

/** What no page begins with: messages, and questions before something is done. Fetched when the first page is idle. */
export function Later() {
  return (
    <>
      <Notifications position="bottom-right" zIndex={layer.notification} />
      <Confirmation />
    </>
  );
}
