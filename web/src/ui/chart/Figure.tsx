import { Skeleton } from "@mantine/core";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "../Card";
import { Answered, inCard } from "../state/Answered";

interface Props<Answer, T extends { n: number }, Key extends QueryKey> {
  title: string;
  /** Of the drawing, so that nothing moves when it arrives. */
  height: number;
  query: UseQueryOptions<Answer, Error, T, Key>;
  /** Shown instead of a figure that this run does not have. */
  missing?: string | undefined;
  /** Shown instead of a figure without variants. */
  empty?: string | undefined;
  children: (data: T) => ReactNode;
}

/** A figure with its own data: skeleton, error, or drawing. */
export function Figure<Answer, T extends { n: number }, Key extends QueryKey>({
  title,
  height,
  query,
  missing,
  empty,
  children,
}: Props<Answer, T, Key>) {
  const answer = useQuery(query);
  return (
    <Answered
      what={`the ${title} figure`}
      answer={answer}
      loading={
        <Card title={title}>
          <Skeleton height={height} radius="sm" role="status" aria-label={`Reading ${title}`} />
        </Card>
      }
      frame={inCard(title)}
      title={`The ${title} figure could not be drawn`}
      safe="The numbers of the report are not affected."
      refused={({ status }) => status === 404 && <p>{missing ?? "This run has no such figure."}</p>}
      isEmpty={({ n }) => n === 0}
      empty={<Card title={title}>{empty ?? "There is no variant to plot."}</Card>}
    >
      {children}
    </Answered>
  );
}
