import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import classes from "./builder.module.css";

const Saying = createContext<(words: string) => void>(() => undefined);

/** Announces the effect of a press to screen readers: "P value: 2 of 7", "Undone: Filters". */
export const useSay = () => useContext(Saying);

/** Wraps everything that announces; the announcements are in one live region. */
export function WithSaying({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ words: "", turn: 0 });
  const say = useCallback((words: string) => setSaid(({ turn }) => ({ words, turn: turn + 1 })), []);
  return (
    <Saying value={say}>
      {children}
      {/* Another element each time, so that the same words are read again. */}
      <div role="status" className={classes.unseen}>
        <span key={said.turn}>{said.words}</span>
      </div>
    </Saying>
  );
}
