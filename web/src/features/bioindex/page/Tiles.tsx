import type { BioIndexBuild } from "@/api/bioindex/bioindex";
import { formatBytes, formatCount, formatDecimal, formatPart, plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { Tile, TileRow } from "@/ui/Tiles";
import { partsOf } from "./question";

/** The numbers of an index that matter, side by side. */
export function Tiles({ build }: { build: BioIndexBuild }) {
  const { rows, skipped, columns, data_bytes, index_bytes, in_place, genome_build, seconds, answered } = build;
  const parts = partsOf(build);
  return (
    <TileRow>
      <Tile
        label="Rows"
        value={formatCount(rows)}
        hint={skipped ? `${formatCount(skipped)} without a key are in none` : plural(columns.length, "column")}
      />
      <Tile
        label="Size"
        value={formatBytes(data_bytes)}
        hint={`index adds ${formatBytes(index_bytes)}, ${formatPart(index_bytes, data_bytes)}`}
      />
      <Tile
        label={parts.length === 1 ? "Key" : "Keys"}
        value={formatCount(parts.length)}
        hint={parts.map(({ label }) => label).join(" · ")}
      />
      {genome_build && <Tile label="Genome build" value={buildName(genome_build)} hint="of positions and genes" />}
      <Tile
        label="Built in"
        value={`${seconds < 10 ? formatDecimal(seconds, 1) : formatCount(seconds)} s`}
        hint={in_place ? "the file was in order: not copied" : "rows sorted by the keys"}
      />
      {answered && (
        <Tile
          label="Answers in"
          value={`${formatDecimal(answered.median_seconds * 1000, 1)} ms`}
          hint={answered.n === 1 ? "the last answer" : `median of the last ${answered.n} answers`}
        />
      )}
    </TileRow>
  );
}
