import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Measure } from "@/lib/format/measure";
import { parseRegion, regionText } from "@/lib/genome/region";
import { Card } from "@/ui/Card";
import { late } from "@/ui/state/late";
import classes from "../meta.module.css";

const RegionRows = late(() => import("./RegionRows").then((part) => part.RegionRows));

interface Props {
  meta: string;
  /** "16:53500000-54500000"; undefined while none is chosen. */
  region: string | undefined;
  measure: Measure;
  onRegion: (region: string) => void;
}

/** The rows of one region as the result has them, read through its index. */
export function RegionCard({ meta, region, measure, onRegion }: Props) {
  const form = <RegionForm key={region} region={region} onRegion={onRegion} />;
  if (region) {
    const meanwhile = (
      <Card title="Variants of the region" aside={form}>
        Reading the region
      </Card>
    );
    return <RegionRows meta={meta} region={region} measure={measure} form={form} meanwhile={meanwhile} />;
  }
  return (
    <Card title="Variants of the region" aside={form}>
      Click a peak, choose a locus, or enter a region above.
    </Card>
  );
}

function RegionForm({ region, onRegion }: Pick<Props, "region" | "onRegion">) {
  const [text, setText] = useState(region ?? "");
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = parseRegion(text);
    setProblem(wanted ? undefined : "Enter a region such as 16:53500000-54500000, or a position such as 16:53800000.");
    if (wanted) onRegion(regionText(wanted));
  }

  return (
    <form className={classes.regionForm} onSubmit={submit}>
      <TextInput
        aria-label="Region"
        size="xs"
        placeholder="16:53500000-54500000"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem}
      />
      <Button type="submit" variant="default" size="xs">
        Show region
      </Button>
    </form>
  );
}
