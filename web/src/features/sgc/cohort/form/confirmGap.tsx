import { formatCount, plural } from "@/lib/format/format";
import { confirm } from "@/ui/dialog/confirm";
import { noValues, unknownSex, type Values } from "./values";

/** Asks about people who are neither counted as male nor as female, unless this was saved before. */
export async function confirmGap(values: Values, saved: Values = noValues): Promise<boolean> {
  const gap = unknownSex(values);
  if (gap === 0 || gap === unknownSex(saved)) return true;
  return confirm({
    title: `${plural(gap, "person is", "people are")} neither male nor female`,
    children:
      `Males and females together are ${formatCount(gap)} fewer than the total. ` +
      "Continue if the sex of the others is unknown. Otherwise correct the sizes.",
    confirm: "Go on",
  });
}
