import { type DatasetFile, plotQuery } from "@/api/datasets";
import { parseManhattan, parseQq } from "@/ui/chart/plotData";

/** The figures of a file; data of another shape are an error at the figure, not of the page. */
export const manhattanQuery = (id: string, file: DatasetFile) => ({
  ...plotQuery(id, file, "manhattan"),
  select: parseManhattan,
  throwOnError: false,
});

export const qqQuery = (id: string, file: DatasetFile) => ({
  ...plotQuery(id, file, "qq"),
  select: parseQq,
  throwOnError: false,
});
