import { ldLimits } from "./ld";
import classes from "./region.module.css";
import type { RegionData } from "./regionData";
import type { RegionShow } from "./regionLayout";
import { drawnTracks } from "./tracks";

/** The meaning of colours and symbols of a region; missing layers show the reason. */
export function RegionLegend({ data, show }: { data: RegionData; show: RegionShow }) {
  const { known, ld, recombination, tracks } = data;
  const hasLd = tracks.some(({ points }) => points.r2);
  const hasSet = show.credible && tracks.some(({ points }) => points.in_credible_set?.some(Boolean));
  return (
    <ul className={classes.legend}>
      {hasLd ? (
        <>
          <li>
            <span className={classes.r2} title={`By ${ld.source}`}>
              r²{ld.name && `, ${ld.name}`}
            </span>
            <Ramp />
          </li>
          <li>
            <Sign>
              <circle cx="6" cy="6" r="4" fill="none" stroke="var(--co-ld-1)" strokeWidth="1.6" />
            </Sign>
            not in panel
          </li>
        </>
      ) : (
        <li>{ld.missing ?? "No r² is known here."}</li>
      )}
      <li>
        <Sign>
          <path d="M6 .5 11.5 6 6 11.5.5 6Z" fill="var(--co-plot-hit)" />
        </Sign>
        lead
      </li>
      {drawnTracks(data).some(({ reference }) => reference !== undefined) && (
        <li>
          <Sign>
            <path d="M6 1.5 10.5 6 6 10.5 1.5 6Z" fill="none" stroke="var(--co-plot-hit)" strokeWidth="1.6" />
          </Sign>
          {hasLd ? "r² to this" : "chosen"}
        </li>
      )}
      {hasSet && (
        <li>
          <Sign>
            <circle cx="6" cy="6" r="5" fill="none" stroke="var(--co-text)" strokeWidth="1.4" />
            <circle cx="6" cy="6" r="2.6" fill={hasLd ? "var(--co-ld-5)" : "var(--co-plot-1)"} />
          </Sign>
          95 % credible set
        </li>
      )}
      {known.items.length > 0 && (
        <li>
          <Sign>
            <path d="M2 3h8L6 9.5Z" fill="var(--co-muted)" />
          </Sign>
          known
        </li>
      )}
      {show.recombination && (
        <li>
          {recombination.rate.length > 0 ? (
            <>
              <svg width="18" height="9" aria-hidden="true">
                <path d="M0 8 5 7 8 1 11 7 18 8" fill="none" stroke="var(--co-plot-recombination)" strokeWidth="1.5" />
              </svg>
              cM/Mb
            </>
          ) : (
            (recombination.missing ?? "No recombination rates here.")
          )}
        </li>
      )}
    </ul>
  );
}

function Sign({ children }: { children: React.ReactNode }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {children}
    </svg>
  );
}

function Ramp() {
  return (
    <svg width="158" height="25" fontSize="10.5" fill="var(--co-muted)" textAnchor="middle" role="img">
      <title>r² with the reference variant, from 0 to 1 in five steps</title>
      {ldLimits.slice(0, -1).map((limit, step) => (
        <rect key={limit} x={6 + step * 29} y="2" width="28" height="9" fill={`var(--co-ld-${step + 1})`} />
      ))}
      {ldLimits.map((limit, step) => (
        <text key={limit} x={5.5 + step * 29} y="22">
          {limit}
        </text>
      ))}
    </svg>
  );
}
