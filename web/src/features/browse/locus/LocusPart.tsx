import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type JudgedLocus, locusQuery } from "@/api/browse/locus";
import { type Region, regionText } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { fileNameOf } from "@/ui/chart/saveFile";
import shared from "@/ui/data.module.css";
import { SetsTable } from "@/ui/locus/SetsTable";
import { SignalsFigure } from "@/ui/locus/SignalsFigure";
import { locusJson, locusTsv } from "@/ui/locus/table";
import { VerdictPart } from "@/ui/locus/VerdictPart";
import { methodWords } from "@/ui/locus/verdict";
import { Answered, inCard } from "@/ui/state/Answered";
import { ColocCard } from "./ColocCard";
import classes from "./locus.module.css";

interface Props {
  /** Reference and title of the first track. */
  result: string;
  title: string;
  build: BrowseBuild;
  region: Region;
  panel: string | undefined;
  /** A variant was chosen, for LD with it: "4:111710169:C:T". */
  onVariant: (variant: string) => void;
}

/** Whether the strongest locus in view can be believed, its signals, and whether another result shares them. */
export function LocusPart({ result, title, build, region, panel, onVariant }: Props) {
  const answer = useQuery(locusQuery(result, regionText(region), panel));
  return (
    <Answered what="the verdict on the locus" answer={answer} rows={4} frame={inCard("Can this locus be believed?")}>
      {(data) =>
        data.locus ? (
          <Judged data={data} title={title} build={build} region={region} onVariant={onVariant} />
        ) : (
          <Card title="Can this locus be believed?">{data.missing}</Card>
        )
      }
    </Answered>
  );
}

function Judged({ data, title, build, region, onVariant }: Omit<Props, "result" | "panel"> & { data: JudgedLocus }) {
  const { locus, variants, settings, kept } = data;
  const [compares, setCompares] = useState(false);
  if (!locus || !variants) return null;
  const chromosome = locus.region.split(":")[0];
  const name = (ending: string) => fileNameOf(`${title} ${locus.lead} fine-mapping`, ending);
  return (
    <div className={classes.part}>
      <Card
        title={`Can ${locus.lead} be believed?`}
        aside={kept ? "stored with the result" : "computed for this view"}
        flush
      >
        <VerdictPart locus={locus} settings={settings} />
      </Card>
      <Card
        title="Signals and PIP"
        aside={
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-sm" variant="default">
                Export signals
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => saveText(name("tsv"), locusTsv(data), "text/tab-separated-values")}>
                All variants (TSV)
              </Menu.Item>
              <Menu.Item onClick={() => saveText(name("json"), locusJson(data), "application/json")}>
                Everything (JSON)
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
        flush
      >
        <SignalsFigure
          locus={locus}
          variants={variants}
          region={region}
          onVariant={(i) =>
            onVariant([chromosome, variants.position[i], variants.other_allele[i], variants.effect_allele[i]].join(":"))
          }
        />
      </Card>
      <Card title="Credible sets, 95 %" aside={methodWords(locus)} flush>
        <SetsTable locus={locus} />
        {locus.why_one_signal && <p className={shared.emptyNote}>{locus.why_one_signal}</p>}
      </Card>
      {compares ? (
        <ColocCard first={data} build={build} region={region} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setCompares(true)}>
            Compare signals with another result
          </Button>
        </div>
      )}
    </div>
  );
}
