import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { controlId } from "./fields/editing";

/** A place of the document that is to be reached, another object each time. */
interface Sought {
  /** A JSON pointer. */
  pointer: string;
}

interface Seeking {
  sought: Sought | undefined;
  go: (pointer: string) => void;
}

const Places = createContext<Seeking>({ sought: undefined, go: () => undefined });

/** Opens the form in which a place of the document is, and puts the keyboard there. */
export const useGo = () => useContext(Places).go;

/** Calls `open` with the parts of the pointer behind `base`, when a place within that is to be reached. */
export function useSought(base: string, open: (parts: string[]) => void): void {
  const { sought } = useContext(Places);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useEffect(() => {
    if (sought?.pointer.startsWith(`${base}/`)) open(sought.pointer.slice(base.length + 1).split("/"));
  }, [sought]);
}

interface Props {
  /** Opens the section of a place. */
  onSection: (pointer: string) => void;
  children: ReactNode;
}

/** A closed menu or dialog returns the focus to its button first. */
const afterMs = 250;

/** Lets parts of the builder move the focus to a field by its JSON pointer, after its section is opened. */
export function WithPlaces({ onSection, children }: Props) {
  const [sought, setSought] = useState<Sought>();
  useEffect(() => {
    if (!sought) return;
    const end = () => setSought(undefined);
    const timer = setTimeout(() => {
      reach(sought.pointer);
      end();
    }, afterMs);
    // A mouse press means that the user has moved on.
    document.addEventListener("pointerdown", end);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", end);
    };
  }, [sought]);
  function go(pointer: string) {
    onSection(pointer);
    setSought({ pointer });
  }
  return <Places value={{ sought, go }}>{children}</Places>;
}

/** The control of the place, or of the nearest one around it. */
function reach(pointer: string): void {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const control = document.getElementById(controlId(at));
    if (!control) continue;
    control.focus();
    control.scrollIntoView({ block: "nearest" });
    return;
  }
}
