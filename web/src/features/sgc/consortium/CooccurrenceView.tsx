import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { pairTotalsQuery, type Sex } from "@/api/sgc/sgc";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { oneSexPairs, sexWords } from "../words";
import { HeatMap } from "./HeatMap";
import { SexChoice } from "./SexChoice";
import type { OnTotalsSearch } from "./totals";
import classes from "./totals.module.css";

interface Props {
  sex: Sex;
  validated: boolean;
  onSearch: OnTotalsSearch;
}

/** Co-occurrence over all cohorts. */
export function CooccurrenceView({ sex, validated, onSearch }: Props) {
  const pairs = useQuery(pairTotalsQuery(sex, validated));
  const items = pairs.data?.items ?? [];
  const oneSex = pairs.data && oneSexPairs(pairs.data.males_only, pairs.data.females_only);
  return (
    <Stack gap={14}>
      <SexChoice sex={sex} onSex={(next) => onSearch({ sex: next })} />
      <div className={pairs.isPlaceholderData ? classes.stale : undefined} aria-busy={pairs.isPlaceholderData}>
        {items.length > 0 ? (
          <>
            <HeatMap pairs={items} label={sexWords[sex]} />
            {oneSex && <p className={classes.aside}>{oneSex}</p>}
          </>
        ) : (
          <Card>
            <Answered what="the co-occurrence" answer={pairs} rows={14}>
              {() => (
                <EmptyState title={oneSex ? "No pair is counted for both sexes" : "No co-occurrence yet"}>
                  {oneSex ??
                    "The number of people with both of two phenotypes appears here when a cohort submits its co-occurrence file."}
                </EmptyState>
              )}
            </Answered>
          </Card>
        )}
      </div>
    </Stack>
  );
}
