import type { VariantAnswer } from "@/api/browse/variant";
import { formatFrequency } from "@/lib/format/format-number";
import { markedTitle } from "@/lib/status";
import { panelPeople } from "@/lib/sumstats/people";
import { Card } from "@/ui/Card";
import classes from "./variant.module.css";

interface Bar {
  key: string;
  name: string;
  frequency: number;
}

/** Studies and results with a frequency, rarest last; a study in two analyses appears once. */
function barsOf({ combined, others }: VariantAnswer): Bar[] {
  const bars = new Map<string, Bar>();
  const add = (key: string, name: string, frequency: number | null | undefined) => {
    if (frequency != null) bars.set(key, { key, name, frequency });
  };
  for (const { studies } of combined) {
    for (const { address, name, effect } of studies) add(address, name, effect?.effect_allele_frequency);
  }
  for (const { result, effect_allele_frequency } of others)
    add(result.ref, markedTitle(result), effect_allele_frequency);
  return [...bars.values()].sort((a, b) => b.frequency - a.frequency);
}

const most = 12;

/**
 * The allele frequency in each of them: a file that differs from a panel of its ancestry may use
 * the other strand.
 */
export function FrequencyCard({ data }: { data: VariantAnswer }) {
  const bars = barsOf(data);
  const panels = data.panels ?? [];
  const { effect_allele: allele } = data.variant;
  if (bars.length === 0 && panels.length === 0) return null;
  const known = [...bars.map(({ frequency }) => frequency), ...panels.map(({ frequency }) => frequency ?? 0)];
  const top = Math.max(0.05, ...known);
  return (
    <Card title={`Frequency of ${allele}`} aside={bars.length > most ? `${most} of ${bars.length}` : undefined}>
      {bars.length > 0 && (
        <ul className={classes.bars}>
          {bars.slice(0, most).map(({ key, name, frequency }) => (
            <FrequencyBar key={key} name={name} share={frequency / top} value={formatFrequency(frequency)} />
          ))}
        </ul>
      )}
      {panels.length > 0 && (
        <>
          <h3 className={classes.barsTitle}>In reference panels</h3>
          <ul className={classes.bars}>
            {panels.map((panel) => (
              <FrequencyBar
                key={panel.name}
                name={panelName(panel)}
                share={(panel.frequency ?? 0) / top}
                value={panelValue(panel)}
                panel
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

type Panel = NonNullable<VariantAnswer["panels"]>[number];

const panelName = ({ name, version, ancestry }: Panel): string =>
  `${[name, version].filter(Boolean).join(" ")} (${panelPeople(ancestry)})`;

function panelValue({ frequency }: Panel): string {
  return frequency == null ? "not in it" : formatFrequency(frequency);
}

interface BarProps {
  name: string;
  /** Of the longest bar. */
  share: number;
  value: string;
  panel?: boolean;
}

function FrequencyBar({ name, share, value, panel }: BarProps) {
  return (
    <li>
      <span className={classes.barName} title={name}>
        {name}
      </span>
      <span className={classes.bar}>
        <span className={panel ? classes.ofPanel : undefined} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes.barValue}>{value}</span>
    </li>
  );
}
