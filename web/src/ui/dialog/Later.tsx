import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { useEffect } from "react";
import { layer } from "@/theme/constants";
import { watchRipples } from "../ripple";
import { Confirmation } from "./Confirmation";

/** What no page begins with: messages, questions before something is done, the ripple of buttons. Fetched when the first page is idle. */
export function Later() {
  useEffect(() => watchRipples(document), []);
  return (
    <>
      <Notifications position="bottom-right" zIndex={layer.notification} />
      <Confirmation />
    </>
  );
}
