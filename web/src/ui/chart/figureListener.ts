import { createContext } from "react";
import type { Figure } from "./exportFigure";

/** Is told how to draw the figure of a card around which it stands; undefined while nothing is drawn. Absent where nobody wants it. */
export const FigureListener = createContext<((figure: () => Figure | undefined) => void) | undefined>(undefined);
