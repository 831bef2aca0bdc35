import { Button, SegmentedControl } from "@mantine/core";
import { useMemo } from "react";
import type { Freeze } from "@/api/hermes/freezes";
import { Card } from "@/ui/Card";
import classes from "../freeze.module.css";
import { MarkLegend } from "../Mark";
import { useAncestryName } from "../matrix";
import type { FreezeSearch } from "../search";
import { resultWords, sexName } from "../words";
import { CellRows } from "./CellRows";
import { MatrixTable } from "./MatrixTable";

interface Props {
  freeze: Freeze;
  search: FreezeSearch;
  onSearch: (change: FreezeSearch) => void;
}

/** The results that cells of one ancestry have, the main one first. */
function schemesOf({ document }: Freeze): (keyof typeof resultWords)[] {
  const schemes: (keyof typeof resultWords)[] = document.schemes.filter((scheme) => scheme !== "metaregression");
  return document.sex_difference ? [...schemes, "sex-difference"] : schemes;
}

/** All cells of a freeze, as a matrix or as a table. */
export function MatrixCard({ freeze, search, onSearch }: Props) {
  const { plan } = freeze;
  const ancestryName = useAncestryName();
  const schemes = useMemo(() => schemesOf(freeze), [freeze]);
  const scheme = schemes.find((one) => one === search.scheme);
  // The comparison of the sexes is a result of the cells of females.
  const compared = scheme === "sex-difference" && plan.sexes.includes("female");
  const chosen = plan.sexes.includes(search.sex ?? "") ? search.sex : plan.sexes[0];
  const sex = (compared ? "female" : chosen) ?? "both";
  const review = search.only === "review";
  const table = review || search.view === "table";
  return (
    <Card
      title="Cells"
      flush
      aside={
        <div className={classes.tools}>
          {!compared && !review && plan.sexes.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Sex"
              data={plan.sexes.map((value) => ({ value, label: sexName(value) }))}
              value={sex}
              onChange={(value) => onSearch({ sex: value === plan.sexes[0] ? undefined : value })}
            />
          )}
          {!review && schemes.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Results"
              data={schemes.map((value) => ({ value, label: resultWords[value] }))}
              value={scheme ?? schemes[0]}
              onChange={(value) => onSearch({ scheme: value === schemes[0] ? undefined : value })}
            />
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={table}
            onClick={() => onSearch({ view: table ? undefined : "table", only: undefined })}
          >
            {table ? "Matrix" : "Table"}
          </Button>
        </div>
      }
    >
      {table ? (
        <CellRows plan={plan} sex={sex} scheme={scheme} review={review} ancestryName={ancestryName} />
      ) : (
        <>
          <MatrixTable plan={plan} sex={sex} scheme={scheme} ancestryName={ancestryName} />
          <MarkLegend />
        </>
      )}
    </Card>
  );
}
