import { Button, Checkbox, Menu, Popover } from "@mantine/core";
import { plural } from "@/lib/format/format";
import { movedRegion, type Region } from "@/lib/genome/region";
import { panelPeople } from "@/lib/sumstats/people";
import { panShare, zoomFactor } from "@/ui/region/keys";
import { type RegionData, regionOf, variantId, variantLabel } from "@/ui/region/regionData";
import { strongestOf } from "@/ui/region/twin";
import { ResultPicker } from "../ResultPicker";
import { RegionFinder } from "./RegionFinder";
import classes from "./region.module.css";
import { isShown, type RegionSearch } from "./search";

/** Tracks that one answer holds. */
export const mostTracks = 6;

interface Props {
  /** Absent until a region was read. */
  data: RegionData | undefined;
  region: Region;
  search: RegionSearch;
  onGo: (region: Region, search: RegionSearch) => void;
}

/** The controls of position, tracks and layers. */
export function RegionBar({ data, region, search, onGo }: Props) {
  const total = data?.tracks.reduce((sum, track) => sum + track.total, 0);
  const results = search.results ?? [];
  return (
    <div className={classes.bar}>
      <RegionFinder build={data?.genome_build ?? search.build} search={search} onGo={onGo} />
      <fieldset className={classes.moves} aria-label="Move and zoom">
        {moves.map(({ sign, name, share, factor }) => (
          <Button
            key={name}
            variant="default"
            className={classes.move}
            aria-label={name}
            onClick={() => onGo(movedRegion(region, share, factor), search)}
          >
            {sign}
          </Button>
        ))}
      </fieldset>
      {data && <LdMenu data={data} region={region} search={search} onGo={onGo} />}
      {data && <PanelMenu data={data} region={region} search={search} onGo={onGo} />}
      <Popover position="bottom-start" trapFocus>
        <Popover.Target>
          <Button variant="default" className={classes.chip}>
            Tracks: <b>{results.length}</b> <Arrow />
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Tracks">
          <ResultPicker
            label="tracks"
            build={data?.genome_build ?? search.build}
            chosen={results}
            most={mostTracks}
            onChange={(next) => onGo(region, { ...search, results: next })}
          />
        </Popover.Dropdown>
      </Popover>
      <Checkbox
        className={classes.check}
        label="Credible set 95 %"
        checked={isShown(search.credible)}
        onChange={(event) => onGo(region, { ...search, credible: event.currentTarget.checked ? undefined : false })}
      />
      <Checkbox
        className={classes.check}
        label="Recombination"
        checked={isShown(search.recombination)}
        onChange={(event) =>
          onGo(region, { ...search, recombination: event.currentTarget.checked ? undefined : false })
        }
      />
      {total !== undefined && <span className={classes.count}>{plural(total, "variant")}</span>}
    </div>
  );
}

const moves = [
  { sign: "◂", name: "Move left", share: -panShare, factor: 1 },
  { sign: "−", name: "Zoom out", share: 0, factor: zoomFactor },
  { sign: "+", name: "Zoom in", share: 0, factor: 1 / zoomFactor },
  { sign: "▸", name: "Move right", share: panShare, factor: 1 },
];

const offered = 8;

/** The strongest variants of the first track, to measure LD to one of them. */
function LdMenu({ data, region, search, onGo }: Props & { data: RegionData }) {
  const points = data.tracks[0]?.points;
  const { chromosome } = regionOf(data.region);
  const { variant } = data.ld;
  const strongest = strongestOf(data, region, [0]).slice(0, offered);
  if (!points || strongest.length === 0) return null;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" className={classes.chip}>
          LD to: <b>{search.ld && variant ? variant.rsid || variant.id : "the lead"}</b> <Arrow />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onGo(region, { ...search, ld: undefined })}>The lead of the first track</Menu.Item>
        {strongest.map(({ point }) => (
          <Menu.Item key={point} onClick={() => onGo(region, { ...search, ld: variantId(chromosome, points, point) })}>
            {variantLabel(chromosome, points, point)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Which LD data colours, where several are installed. */
function PanelMenu({ data: { ld }, region, search, onGo }: Props & { data: RegionData }) {
  if (ld.sources.length < 2) return null;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" className={classes.chip}>
          LD from: <b>{ld.name ?? "none"}</b> <Arrow />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onGo(region, { ...search, panel: undefined })}>Ancestry of the first track</Menu.Item>
        {ld.sources.map(({ name, version, ancestry }) => (
          <Menu.Item key={name} onClick={() => onGo(region, { ...search, panel: name })}>
            {[name, version].filter(Boolean).join(" ")} ({panelPeople(ancestry)})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const Arrow = () => (
  <span className={classes.arrow} aria-hidden="true">
    ▾
  </span>
);
