import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import classes from "./builder.module.css";

const Saying = createContext<(words: string) => void>(() => undefined);

/** Says what a press did, to those who do not see it: "P value: 2 of 7", "Undone: Filters". */
export const useSay = () => useContext(Saying);

/** Around all that says something; the words stand in one place that is read aloud. */
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
