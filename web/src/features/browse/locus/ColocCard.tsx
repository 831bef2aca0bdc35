import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Colocalisation, colocalisationQuery, type JudgedLocus, type Priors } from "@/api/browse/locus";
import { formatDecimal } from "@/lib/format/format";
import { type Region, regionText } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { SignalMark } from "@/ui/locus/SignalMark";
import signals from "@/ui/locus/signals.module.css";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { EmptyState } from "@/ui/state/states";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { ResultPicker } from "../ResultPicker";
import { Sensitivity, ZPlot } from "./ColocPlots";
import classes from "./locus.module.css";

interface Props {
  first: JudgedLocus;
  build: BrowseBuild;
  region: Region;
}

const usual: Priors = { p1: 1e-4, p2: 1e-4, p12: 1e-5 };

/** Whether another result has the same causal variants at this locus. */
export function ColocCard({ first, build, region }: Props) {
  const [second, setSecond] = useState<string>();
  const [priors, setPriors] = useState(usual);
  return (
    <Card title="Shared causal variants (coloc)" flush>
      <div className={classes.comparison}>
        <ResultPicker
          label="comparison"
          build={build}
          chosen={second ? [second] : []}
          most={1}
          onChange={([next]) => setSecond(next)}
        />
      </div>
      <div className={classes.priors}>
        {(["p1", "p2", "p12"] as const).map((name) => (
          <NumberInput
            key={name}
            label={`Prior ${name}`}
            description={priorWords[name]}
            value={priors[name]}
            min={0}
            max={1}
            step={1e-5}
            onChange={(value) => typeof value === "number" && value > 0 && setPriors({ ...priors, [name]: value })}
          />
        ))}
      </div>
      {second && <Compared first={first.result.ref} second={second} region={region} priors={priors} />}
    </Card>
  );
}

const priorWords: Record<keyof Priors, string> = {
  p1: "causal for the first only",
  p2: "causal for the second only",
  p12: "causal for both",
};

function Compared({
  first,
  second,
  region,
  priors,
}: {
  first: string;
  second: string;
  region: Region;
  priors: Priors;
}) {
  const answer = useQuery(colocalisationQuery(first, second, regionText(region), priors));
  return (
    <Answered
      what="the comparison"
      answer={answer}
      rows={4}
      refused={({ code, message }) =>
        code === "builds_differ" || code === "same_result" || code === "invalid" ? (
          <EmptyState title="Not compared">{message}</EmptyState>
        ) : undefined
      }
    >
      {(data) =>
        data.comparison.not_compared ? (
          <EmptyState title="Not compared">{data.comparison.not_compared}</EmptyState>
        ) : (
          <Posteriors data={data} />
        )
      }
    </Answered>
  );
}

const hypotheses = ["H0 none", "H1 first only", "H2 second only", "H3 distinct", "H4 shared"];

function Posteriors({ data }: { data: Colocalisation }) {
  const { pairs, notes } = data.comparison;
  const [chosen, setChosen] = useState(0);
  const pair = pairs[chosen] ?? pairs[0];
  return (
    <div className={signals.signals}>
      {notes.length > 0 && (
        <Notice tone="warn" title="Limitations">
          {notes.join(" ")}
        </Notice>
      )}
      <ScrollRegion label="Pairs of signals, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">{data.first.title}</th>
              <th scope="col">{data.second.title}</th>
              <th scope="col" className={shared.number}>
                Variants
              </th>
              {hypotheses.map((name) => (
                <th key={name} scope="col" className={shared.number}>
                  {name}
                </th>
              ))}
              <th scope="col">Best shared variant</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((one, i) => (
              <tr key={one.signals.join(" ")} className={i === chosen ? shared.chosen : undefined}>
                <td>
                  <button
                    type="button"
                    className={shared.linkButton}
                    aria-pressed={i === chosen}
                    onClick={() => setChosen(i)}
                  >
                    <SignalMark signal={one.signals[0] ?? 0} />
                    {one.leads[0]}
                  </button>
                </td>
                <td>
                  <SignalMark signal={one.signals[1] ?? 0} />
                  {one.leads[1]}
                </td>
                <td className={shared.number}>{one.shared_variants}</td>
                {one.posterior.map((value, h) => (
                  <td key={hypotheses[h]} className={shared.number}>
                    {formatDecimal(value, 3)}
                  </td>
                ))}
                <td className={shared.mono}>
                  {one.most_probable_shared_variant}
                  {one.probability_if_shared != null && ` (${formatDecimal(one.probability_if_shared, 3)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={classes.plots}>
        <ZPlot data={data} kind="z" />
        <ZPlot data={data} kind="p" />
        {pair && <Sensitivity pair={pair} p12={data.p12} />}
      </div>
    </div>
  );
}
