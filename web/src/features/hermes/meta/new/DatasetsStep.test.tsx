import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { DatasetsStep } from "./DatasetsStep";
import { emptyDraft } from "./draft";
import { doubtsOf } from "./warnings";

const upload = (id: string, ancestry: string) =>
  ({
    id,
    dataset_name: `Data ${id}`,
    cohort: id,
    ancestry,
    sex: "both",
    genome_build: "hg19",
    n_total: 1000,
  }) as HermesUploadRow;

const uploads = [upload("a", "EU"), upload("b", "EU"), upload("c", "AF")];

function Step() {
  const [chosen, setChosen] = useState<string[]>([]);
  const [options, setOptions] = useState(emptyDraft.options);
  const doubts = doubtsOf(
    uploads.filter((one) => chosen.includes(one.id)),
    options,
    [
      {
        code: "ancestry",
        title: "Different ancestries.",
        findings: [{ datasets: ["a", "c"], sentence: "a and c." }],
        advice: "Look.",
      },
    ],
  );
  return (
    <DatasetsStep
      uploads={uploads}
      config={undefined}
      chosen={chosen}
      onChosen={setChosen}
      doubts={doubts}
      options={options}
      onOptions={(part) => setOptions({ ...options, ...part })}
      gone={0}
      looking={false}
      unknown={undefined}
      problem={undefined}
    />
  );
}

async function show() {
  const router = createRouter({ routeTree: createRootRoute({ component: Step }), history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByText(/Which submissions/);
}

describe("DatasetsStep", () => {
  it("chooses all at once and says how many people that are", async () => {
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "All submissions" }));
    expect(screen.getByText("3 submissions chosen, 3,000 people")).toBeTruthy();
  });

  it("says of how many submissions the cases are known", async () => {
    uploads[0] = { ...upload("a", "EU"), cases: 400, controls: 600 };
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "All submissions" }));
    expect(screen.getByText("3 submissions chosen, 3,000 people, 400 cases in 1 of them")).toBeTruthy();
    uploads[0] = upload("a", "EU");
  });

  it("asks whether different ancestries are meant, and takes the answer", async () => {
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "Data a" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Data c" }));
    const sure = screen.getByRole("checkbox", { name: "Combine across ancestries" });
    await userEvent.click(sure);
    expect((sure as HTMLInputElement).checked).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "Data c" }));
    expect(screen.queryByText(/Different ancestries/)).toBeNull();
  });
});
