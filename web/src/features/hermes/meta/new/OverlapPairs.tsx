import { Button, CloseButton, Group, Input, NativeSelect, NumberInput, Stack } from "@mantine/core";
import { useId } from "react";
import type { FoundOverlap, MetaOverlap as Overlap } from "@/api/hermes/meta";
import { formatCount, formatDecimal } from "@/lib/format/format";
import classes from "../meta.module.css";
import type { Draft } from "./draft";
import { nextPair, offered, type PairRow, pairRows, stating, without } from "./overlaps";

export interface Study {
  id: string;
  name: string;
}

interface Props {
  studies: readonly Study[];
  options: Draft["options"];
  onOptions: (change: Partial<Draft["options"]>) => void;
  /** The pairs that the files say share people. */
  found: readonly FoundOverlap[];
  /** How many pairs are still being compared. */
  comparing: number;
  problem: string | undefined;
}

/**
 * Which studies share participants, and the correlation of their results: estimated, or as stated
 * by the user.
 */
export function OverlapPairs({ studies, options, onOptions, found, comparing, problem }: Props) {
  const id = useId();
  const { overlaps, declined } = options;
  const ids = studies.map((study) => study.id);
  const rows = pairRows(options, found, ids);
  const next = nextPair(ids, rows);
  const choices = studies.map((study) => ({ value: study.id, label: study.name }));
  const state = (pair: Overlap) => onOptions({ overlaps: stating(overlaps, pair), declined: without(declined, pair) });
  const move = (row: PairRow, part: Partial<Overlap>) =>
    onOptions({
      overlaps: overlaps.map((pair) => (pair.a === row.a && pair.b === row.b ? { ...pair, ...part } : pair)),
    });
  const remove = ({ a, b, offer }: PairRow) =>
    onOptions({
      overlaps: without(overlaps, { a, b }),
      declined: offer ? [...without(declined, { a, b }), { a, b }] : declined,
    });
  return (
    <Input.Wrapper
      labelElement="div"
      labelProps={{ id }}
      label="Sample overlap"
      description="Correlation of z-scores under the null: shared people / √(N₁·N₂) for one trait, or the intercept of bivariate LD score regression. Pairs not listed count as independent."
      error={problem}
    >
      <Stack gap="xs" my="xs" role="group" aria-labelledby={id}>
        {rows.map((row, at) => (
          <div key={row.offer ? `${row.a} ${row.b}` : at}>
            <Group align="center" gap="xs" wrap="wrap">
              {row.offer ? (
                <span className={classes.pair}>
                  {nameOf(studies, row.a)} and {nameOf(studies, row.b)}
                </span>
              ) : (
                <>
                  <NativeSelect
                    className={classes.oneOfPair}
                    aria-label={`Pair ${at + 1}, one study`}
                    data={choices}
                    value={row.a}
                    onChange={(event) => move(row, { a: event.currentTarget.value })}
                  />
                  <NativeSelect
                    className={classes.oneOfPair}
                    aria-label={`Pair ${at + 1}, other study`}
                    data={choices}
                    value={row.b}
                    onChange={(event) => move(row, { b: event.currentTarget.value })}
                  />
                </>
              )}
              <NumberInput
                aria-label={`Pair ${at + 1}, correlation`}
                w={110}
                min={-0.99}
                max={0.99}
                step={0.01}
                value={row.correlation}
                onChange={(value) => state({ a: row.a, b: row.b, correlation: Number(value) })}
              />
              <CloseButton size="lg" aria-label={`Remove pair ${at + 1}`} onClick={() => remove(row)} />
            </Group>
            <Source row={row} onFound={() => onOptions({ overlaps: without(overlaps, row) })} />
          </div>
        ))}
        {comparing > 0 && (
          <span className={classes.source}>More pairs are being compared: {formatCount(comparing)}.</span>
        )}
        {next && (
          <Button variant="default" size="xs" w="fit-content" onClick={() => state({ ...next, correlation: 0 })}>
            Add a pair
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const nameOf = (studies: readonly Study[], id: string) => studies.find((study) => study.id === id)?.name ?? id;

/** Where a correlation comes from, and the way back to what was found. */
function Source({ row: { offer, found }, onFound }: { row: PairRow; onFound: () => void }) {
  if (!offer) return <span className={classes.source}>Stated by you</span>;
  const value = formatDecimal(offered(offer), 3);
  const evidence = `SE ${formatDecimal(offer.correlation_se)}, about ${formatCount(Math.round(offer.shared_people))} people in both`;
  if (found) return <span className={classes.source}>Estimated by LD score regression: {evidence}</span>;
  return (
    <span className={classes.source}>
      Stated by you. Estimated: {value} ({evidence}){" "}
      <button type="button" className={classes.jump} onClick={onFound}>
        Use {value}
      </button>
    </span>
  );
}
