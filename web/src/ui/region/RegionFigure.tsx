import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useState } from "react";
import { megabaseWords, type Region } from "@/lib/genome/region";
import { markedTitle } from "@/lib/status";
import type { Figure, Painter } from "../chart/exportFigure";
import { FigureCanvas } from "../chart/FigureCanvas";
import { HitIndex } from "../chart/hit";
import type { Facts } from "../chart/model";
import { PlotTip } from "../chart/PlotTip";
import { actionOf } from "./keys";
import { regionKeys } from "./legendKeys";
import { paintRegion, regionSummary } from "./paintRegion";
import classes from "./region.module.css";
import type { Place, RegionData, RegionTrack } from "./regionData";
import { layOutRegion, prepare, type RegionLayout, type RegionShow, trackAt } from "./regionLayout";
import { useGestures } from "./useGestures";
import { useMovingView } from "./useMovingView";
import { pointFacts } from "./words";

export interface RegionFigureProps {
  data: RegionData;
  /** The visible region; the data may still be those of the previous region. */
  region: Region;
  show: RegionShow;
  /** Symbol or Ensembl id of the gene that was asked for. */
  gene?: string | undefined;
  /** Used in exports and for assistive technology. */
  title: string;
  onRegion: (region: Region) => void;
  /** A point was chosen: LD is to be measured to it. */
  onChoose: (place: Place) => void;
  /** The facts of a point of the first track, if it is not a result of the server. */
  factsOf?: ((point: number) => Facts) | undefined;
  /** What to save, kept up to date. */
  figure?: RefObject<Figure | undefined> | undefined;
}

/** Association tracks, genes and axis of a region on one canvas. */
export function RegionFigure(props: RegionFigureProps) {
  const { data, region, show, gene, title, onRegion, onChoose, figure } = props;
  const help = useId();
  const [width, setWidth] = useState(0);
  const [hover, setHover] = useState<Place>();
  const [focus, setFocus] = useState<Place>();
  const prepared = useMemo(() => prepare(data), [data]);
  const moving = useMovingView(region, data.genome_build, onRegion);
  const { view } = moving;
  const settled = useMemo(() => layOutRegion(prepared, region, width, show), [prepared, region, width, show]);
  const held = moving.isMoving ? settled.genes.lanes || 1 : undefined;
  const layout = useMemo(
    () => (held === undefined ? settled : layOutRegion(prepared, view, width, show, held)),
    [held, settled, prepared, view, width, show],
  );
  const hits = useHits(layout, width > 0 && !moving.isMoving);
  const painter = useCallback(
    (...[pen, at, tokens]: Parameters<Painter>) => {
      const drawn = at.width === layout.width ? layout : layOutRegion(prepared, view, at.width, show, held);
      paintRegion({ prepared, layout: drawn, show, gene }, pen, tokens);
    },
    [prepared, layout, view, show, gene, held],
  );
  useEffect(() => {
    if (figure)
      figure.current =
        width > 0
          ? { title, size: { width, height: layout.height }, paint: painter, legend: regionKeys(data, show) }
          : undefined;
  }, [figure, title, width, layout.height, painter, data, show]);

  const pointAt = (x: number, y: number): Place | undefined => {
    const track = trackAt(layout, y);
    const hit = track === undefined ? undefined : hits?.[track]?.at(x, y)?.point;
    return hit && track !== undefined ? { track, point: hit.index } : undefined;
  };
  const gestures = useGestures({
    layout,
    region,
    moving,
    onHover: (x, y) => setHover(pointAt(x, y)),
    onLeave: () => setHover(undefined),
    onClick: (x, y) => {
      const place = pointAt(x, y);
      if (place) onChoose(place);
    },
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event, { tracks: prepared.tracks, region: view, place: focus });
    if (!action) return;
    event.preventDefault();
    if (action.kind === "region") moving.settle(action.region);
    else if (action.kind === "choose") onChoose(action.place);
    else setFocus(action.kind === "point" ? action.place : undefined);
  }

  const tip = hover ?? focus;
  const tell = (place: Place): Facts | undefined => {
    const track = data.tracks[place.track];
    return track && (props.factsOf?.(place.point) ?? pointFacts(region.chromosome, track, place.point));
  };
  return (
    <div
      className={classes.figure}
      role="application"
      aria-label={title}
      aria-describedby={help}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the figure takes keys as a whole
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setFocus(undefined)}
    >
      <FigureCanvas
        paint={painter}
        height={settled.height}
        label={`${title}. ${regionSummary(prepared.data)}`}
        onWidth={setWidth}
      >
        <div ref={gestures.surface} className={classes.surface} data-testid="region-surface" {...gestures.handlers} />
        {gestures.brushed && (
          <div
            className={classes.brush}
            style={{ left: gestures.brushed[0], width: gestures.brushed[1] - gestures.brushed[0] }}
          />
        )}
        {tip && !moving.isMoving && <PointTip place={tip} layout={layout} facts={tell(tip)} />}
      </FigureCanvas>
      <VisuallyHidden id={help}>
        Arrow keys go along the points and between tracks, Home to the lead, Enter shows LD with a point. Plus and minus
        zoom, Shift with an arrow key moves along the chromosome.
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">
        {focus ? spoken(data.tracks[focus.track], tell(focus)) : megabaseWords(region)}
      </VisuallyHidden>
    </div>
  );
}

/** Finds the point near a place, track by track. */
function useHits(layout: RegionLayout, wanted: boolean): HitIndex[] | undefined {
  return useMemo(
    () =>
      wanted
        ? layout.tracks.map(({ drawn, area, y }) => {
            const { position, neg_log_10_p_value: values } = drawn.track.points;
            const points = {
              x: position,
              y: values.map((value) => value ?? Number.NaN),
              tone: [],
              size: 0,
              shape: "dot" as const,
              describe: () => ({ title: "", facts: [] }),
            };
            return new HitIndex({ points: [points], cells: [] }, { area, x: layout.x, y });
          })
        : undefined,
    [layout, wanted],
  );
}

function PointTip({ place, layout, facts }: { place: Place; layout: RegionLayout; facts: Facts | undefined }) {
  const on = layout.tracks[place.track];
  const points = on?.drawn.track.points;
  const value = points?.neg_log_10_p_value[place.point];
  const position = points?.position[place.point];
  if (!on || value == null || position === undefined || !facts) return null;
  return <PlotTip x={layout.x.map(position)} y={on.y.map(value)} facts={facts} size={layout} />;
}

function spoken(track: RegionTrack | undefined, facts: Facts | undefined): string {
  if (!track || !facts) return "";
  return [markedTitle(track.result), facts.title, ...facts.facts.map(([name, value]) => `${name} ${value}`)].join(", ");
}
