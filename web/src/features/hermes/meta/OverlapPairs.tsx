import { Button, CloseButton, Group, Input, NativeSelect, NumberInput, Stack } from "@mantine/core";
import { useId } from "react";
import type { Draft } from "./draft";

export interface Study {
  id: string;
  name: string;
}

type Overlap = Draft["options"]["overlaps"][number];

interface Props {
  studies: readonly Study[];
  overlaps: readonly Overlap[];
  onOverlaps: (overlaps: Overlap[]) => void;
  problem: string | undefined;
}

const same = (pair: Overlap, a: string, b: string) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a);

/** The first two studies of which nothing is stated; undefined when all pairs are. */
function nextPair(studies: readonly Study[], overlaps: readonly Overlap[]): Overlap | undefined {
  for (const [i, a] of studies.entries()) {
    for (const b of studies.slice(i + 1)) {
      if (!overlaps.some((pair) => same(pair, a.id, b.id))) return { a: a.id, b: b.id, correlation: 0 };
    }
  }
  return undefined;
}

/** States which studies share people, and how much that correlates their results. */
export function OverlapPairs({ studies, overlaps, onOverlaps, problem }: Props) {
  const id = useId();
  const shown = overlaps.filter(({ a, b }) => [a, b].every((one) => studies.some((study) => study.id === one)));
  const next = nextPair(studies, shown);
  const choices = studies.map((study) => ({ value: study.id, label: study.name }));
  const change = (at: number, part: Partial<Overlap>) =>
    onOverlaps(shown.map((pair, i) => (i === at ? { ...pair, ...part } : pair)));
  return (
    <Input.Wrapper
      labelElement="div"
      labelProps={{ id }}
      label="Studies that share people"
      description="The correlation of their z-scores where nothing has an effect: people shared / √(N₁·N₂) for one trait, or the intercept of LD score regression of both. Studies of which nothing is stated count as independent."
      error={problem}
    >
      <Stack gap="xs" mt="xs" role="group" aria-labelledby={id}>
        {shown.map((pair, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no other name while its studies are chosen
          <Group key={at} align="end" gap="xs" wrap="wrap">
            <NativeSelect
              aria-label={`Pair ${at + 1}, one study`}
              data={choices}
              value={pair.a}
              onChange={(event) => change(at, { a: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={`Pair ${at + 1}, other study`}
              data={choices}
              value={pair.b}
              onChange={(event) => change(at, { b: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={`Pair ${at + 1}, correlation`}
              w={110}
              min={-0.99}
              max={0.99}
              step={0.01}
              value={pair.correlation}
              onChange={(value) => change(at, { correlation: Number(value) })}
            />
            <CloseButton
              size="lg"
              aria-label={`Remove pair ${at + 1}`}
              onClick={() => onOverlaps(shown.filter((_, i) => i !== at))}
            />
          </Group>
        ))}
        {next && (
          <Button variant="default" size="xs" w="fit-content" onClick={() => onOverlaps([...shown, next])}>
            Add a pair
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
