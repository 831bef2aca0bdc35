import { Skeleton } from "@mantine/core";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/lib/api-error";
import { Card } from "../Card";
import { ErrorState } from "../states";

interface Props<Answer, T extends { n: number }, Key extends QueryKey> {
  title: string;
  /** Of the drawing, so that nothing moves when it arrives. */
  height: number;
  query: UseQueryOptions<Answer, Error, T, Key>;
  /** Said in place of a figure that this run does not have. */
  missing?: string;
  children: (data: T) => ReactNode;
}

/** A figure whose data are read for it: its skeleton, its error, or what is drawn. */
export function Figure<Answer, T extends { n: number }, Key extends QueryKey>({
  title,
  height,
  query,
  missing,
  children,
}: Props<Answer, T, Key>) {
  const { data, error, refetch } = useQuery(query);
  if (data?.n === 0) return <Card title={title}>There is no variant to draw.</Card>;
  if (data !== undefined) return children(data);
  if (error) {
    const absent = error instanceof ApiError && error.status === 404;
    return (
      <Card title={title}>
        {absent ? (
          <p>{missing ?? "This run has no such figure."}</p>
        ) : (
          <ErrorState
            title={`The ${title} figure could not be drawn`}
            error={error}
            safe="The numbers of the report are not affected."
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Skeleton height={height} radius="sm" aria-label={`Reading ${title}`} />
    </Card>
  );
}
