import { useState } from "react";
import type { BioIndex } from "@/api/bioindex/bioindex";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { late } from "@/ui/state/late";
import { effects } from "./effects";
import classes from "./page.module.css";

/** Who only asks needs nothing of what shares it. */
const SharingDialog = late(() => import("./SharingDialog").then((module) => module.SharingDialog));

/** Who may query the index, and the way to change it. */
export function SharingCard({ index }: { index: BioIndex }) {
  const [changing, setChanging] = useState(false);
  const { owner, people, sharing, can, deleted_at } = index;
  const change = can.share && !deleted_at && <TextButton onClick={() => setChanging(true)}>Change…</TextButton>;
  return (
    <Card title="Sharing" aside={change}>
      <p className={classes.plain}>{effects[sharing]}</p>
      <dl className={classes.pairs}>
        <div>
          <dt>{owner}</dt>
          <dd>owner</dd>
        </div>
        {sharing === "named" &&
          people.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>queries</dd>
            </div>
          ))}
      </dl>
      {changing && <SharingDialog index={index} onClose={() => setChanging(false)} />}
    </Card>
  );
}
