import { Button, CloseButton } from "@mantine/core";
import { useContext, useState } from "react";
import { FreshnessContext, useNewer } from "@/lib/browser/freshness";
import classes from "./BuildFreshness.module.css";

/** Shows discreetly that a newer version is served; the user chooses when to load it. */
export function BuildFreshness() {
  const freshness = useContext(FreshnessContext);
  const newer = useNewer();
  const [later, setLater] = useState(false);
  return (
    <div role="status" className={classes.place}>
      {newer && !later && (
        <div className={classes.notice}>
          A new version is ready
          <Button size="xs" onClick={() => freshness?.reload()}>
            Reload
          </Button>
          <CloseButton aria-label="Later" size="sm" onClick={() => setLater(true)} />
        </div>
      )}
    </div>
  );
}
