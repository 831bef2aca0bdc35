import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ManhattanData } from "../chart/plotData";
import { ManhattanRegion } from "./ManhattanRegion";

const data: ManhattanData = {
  build: "GRCh37",
  n: 1,
  max_y: 9,
  genome_wide: 7.3,
  suggestive: 5,
  chromosomes: { code: [16], name: ["16"], length: [90_354_753], offset: [0], total: 90_354_753 },
  bin_width: 1_000_000,
  y_step: 0.1,
  cells: { chromosome: [], bin: [], from: [], to: [] },
  points: { chromosome: [], position: [], y: [] },
  top: {
    chromosome: [],
    position: [],
    y: [],
    rsid: [],
    effect_allele: [],
    other_allele: [],
    beta: [],
    standard_error: [],
    effect_allele_frequency: [],
    n: [],
  },
};

const lead = {
  variant_id: "16_53831354_C_T",
  chromosome: 16,
  base_pair_location: 53_831_354,
  effect_allele: "T",
  other_allele: "C",
};

const waits = () => new Promise<never>(() => undefined);

describe("the region below a Manhattan figure", () => {
  it.each([
    ["is open when its variant was chosen before the figure was read", lead.variant_id, 1],
    ["is closed when none was chosen", undefined, 0],
  ])("%s", (_, selected, open) => {
    render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <ManhattanRegion
            data={data}
            leads={[lead]}
            selected={selected}
            onSelect={() => undefined}
            query={() => ({ queryKey: ["region"], queryFn: waits })}
            stretch={() => ({ queryKey: ["stretch"], queryFn: waits })}
            page={() => ({ to: "/" }) as never}
          />
        </QueryClientProvider>
      </MantineProvider>,
    );
    expect(screen.queryAllByLabelText("Reading the region")).toHaveLength(open);
  });
});
