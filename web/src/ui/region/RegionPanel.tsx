import { Button, CloseButton } from "@mantine/core";
import { useRef, useState } from "react";
import { megabaseWords, movedRegion, type Region } from "@/lib/genome/region";
import type { BrowseLink } from "@/lib/route/browse-address";
import { ButtonLink } from "../action/links";
import type { Figure } from "../chart/exportFigure";
import { Answered, inCard } from "../state/Answered";
import { ExportMenu } from "./ExportMenu";
import { zoomFactor } from "./keys";
import { RegionCard } from "./RegionCard";
import { RegionWaits } from "./RegionWaits";
import { type Place, type RegionData, regionOf, variantId } from "./regionData";
import { type RegionQuery, useRegionAnswer } from "./useRegionAnswer";

export interface RegionPanelProps {
  region: Region;
  query: RegionQuery;
  /** The page of a region, where there is more room. */
  page: (region: Region, ld: string | undefined) => BrowseLink;
  onRegion: (region: Region) => void;
  onClose?: (() => void) | undefined;
}

/** One region right below the figure that led to it. */
export function RegionPanel({ region, query, page, onRegion, onClose }: RegionPanelProps) {
  const [ld, setLd] = useState<string>();
  const answer = useRegionAnswer(query, region, ld);
  return (
    <Answered
      what="the region"
      answer={answer}
      loading={<RegionWaits />}
      frame={inCard("Region", onClose && <CloseButton aria-label="Close the region" onClick={onClose} />)}
      safe="The result is not affected."
    >
      {(data) => (
        <Loaded
          data={data}
          stale={answer.isPlaceholderData}
          region={region}
          ld={ld}
          onLd={setLd}
          page={page}
          onRegion={onRegion}
          onClose={onClose}
        />
      )}
    </Answered>
  );
}

interface LoadedProps extends Pick<RegionPanelProps, "region" | "page" | "onRegion" | "onClose"> {
  data: RegionData;
  stale: boolean;
  ld: string | undefined;
  onLd: (variant: string) => void;
}

const show = { credible: true, recombination: true };

function Loaded({ data, stale, region, ld, onLd, page, onRegion, onClose }: LoadedProps) {
  const figure = useRef<Figure>(undefined);
  const title = `Region ${megabaseWords(region)}`;
  const choose = ({ track, point }: Place) => {
    const points = data.tracks[track]?.points;
    if (points) onLd(variantId(regionOf(data.region).chromosome, points, point));
  };
  return (
    <RegionCard
      data={data}
      stale={stale}
      region={region}
      show={show}
      title={title}
      heading={title}
      onRegion={onRegion}
      onChoose={choose}
      figure={figure}
      tools={
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Zoom out of the region"
            onClick={() => onRegion(movedRegion(region, 0, zoomFactor))}
          >
            −
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Zoom into the region"
            onClick={() => onRegion(movedRegion(region, 0, 1 / zoomFactor))}
          >
            +
          </Button>
          <ExportMenu data={data} title={title} figure={figure} size="compact-sm" variant="default" />
          <ButtonLink size="compact-sm" variant="default" {...page(region, ld)}>
            Open region
          </ButtonLink>
          {onClose && <CloseButton aria-label="Close the region" onClick={onClose} />}
        </>
      }
    />
  );
}
