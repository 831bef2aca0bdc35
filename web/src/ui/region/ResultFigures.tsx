import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Figure } from "../chart/Figure";
import { type ManhattanCardProps, manhattanPlace } from "../chart/ManhattanCard";
import type { ManhattanData, QqData } from "../chart/plotData";
import { QqCard } from "../chart/QqCard";
import { ManhattanRegion, type ResultRegions } from "./ManhattanRegion";

interface FigureProps<Answer, Data, Key extends QueryKey> {
  query: UseQueryOptions<Answer, Error, Data, Key>;
  /** Shown instead of a figure that the result does not have. */
  missing?: string | undefined;
  /** Shown instead of a figure without variants. */
  empty?: string | undefined;
}

type CardProps = Omit<ManhattanCardProps, "data"> & { regions: ResultRegions };

/** The Manhattan figure of a result, with the region of the chosen variant below. */
export function ManhattanFigure<Answer, Key extends QueryKey>({
  query,
  missing,
  empty,
  regions,
  ...card
}: FigureProps<Answer, ManhattanData, Key> & CardProps) {
  return (
    <Figure title="Manhattan" height={manhattanPlace} query={query} missing={missing} empty={empty}>
      {(data) => <ManhattanRegion data={data} {...card} {...regions} />}
    </Figure>
  );
}

type Lambdas = Pick<ComponentProps<typeof QqCard>, "lambdaGc" | "lambda1000">;
const qqHeight = 250;

/** The QQ figure of a result. */
export function QqFigure<Answer, Key extends QueryKey>({
  query,
  missing,
  empty,
  ...lambdas
}: FigureProps<Answer, QqData, Key> & Lambdas) {
  return (
    <Figure title="QQ" height={qqHeight + 22} query={query} missing={missing} empty={empty}>
      {(data) => <QqCard data={data} height={qqHeight} {...lambdas} />}
    </Figure>
  );
}
