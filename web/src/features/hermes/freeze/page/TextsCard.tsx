import { useState } from "react";
import type { Freeze } from "@/api/hermes/freezes";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { late } from "@/ui/state/late";
import classes from "../freeze.module.css";
import { type TextName, textNames, textTitles } from "./texts";

const TextDialog = late(() => import("./dialogs").then((part) => part.TextDialog));

/** The texts that a freeze writes itself, to read and to copy. */
export function TextsCard({ freeze }: { freeze: Freeze }) {
  const [open, setOpen] = useState<TextName>();
  return (
    <Card title="Release texts" flush>
      <ul className={classes.texts}>
        {textNames.map((name) => (
          <li key={name} className={classes.textLine}>
            <TextButton onClick={() => setOpen(name)}>{textTitles[name].title}</TextButton>
            <span className={classes.cellLine}>{textTitles[name].from}</span>
          </li>
        ))}
      </ul>
      {open && <TextDialog key={open} freeze={freeze} name={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}
