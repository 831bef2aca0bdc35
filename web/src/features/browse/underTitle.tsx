import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";

/** A frame for states: the page of what was asked for, under its name. */
export const underTitle = (title: string) => (state: ReactNode) => (
  <>
    <PageHeader title={title} />
    <Card>{state}</Card>
  </>
);
