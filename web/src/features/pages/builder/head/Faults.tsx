import { TextButton } from "@/ui/action/TextButton";
import classes from "../builder.module.css";
import { useGo } from "../places";
import type { Problems } from "../problems";

/** Each fault opens the form where it can be fixed. */
export function Faults({ problems, onClose }: { problems: Problems; onClose: () => void }) {
  const go = useGo();
  function mend(path: string) {
    onClose();
    go(path);
  }
  return (
    <ul className={classes.bullets}>
      {problems.map(({ path, text }) => (
        <li key={`${path} ${text}`}>
          <TextButton onClick={() => mend(path)}>{text}</TextButton>
        </li>
      ))}
    </ul>
  );
}
