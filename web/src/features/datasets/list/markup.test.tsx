import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DatasetRow } from "@/api/datasets/datasets";
import { renderApp } from "@/test-app";
import { codes, curator, row } from "./testing";

const evil = "<img src=x onerror=alert(1)>";
const written: Partial<DatasetRow> = {
  name: evil,
  study: `${evil} study`,
  institution: `${evil} institution`,
  data_submitter: `${evil} submitter`,
  owner: `${evil} owner`,
  pub_id: `${evil} id`,
  phenotypes: [`${evil} trait`],
};

test("markup in what people wrote is text in every column of the list", async () => {
  renderApp("/datasets?hide=[]", {
    "GET /api/is-logged-in": curator,
    "GET /api/dataset-codes": codes,
    "GET /api/dataset-views": { items: [{ name: `${evil} view`, search: "?q=x" }] },
    "GET /api/datasets": { items: [row("d1", written)], total: 1 },
    "GET /api/phenotypes": { items: [], total: 0 },
    "GET /api/studies": { items: [], total: 0 },
  });
  expect(await screen.findByRole("link", { name: evil })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: /^Data set/ })).toBeTruthy();
  for (const name of ["study", "institution", "submitter", "owner", "id", "trait"]) {
    expect(screen.getByText(`${evil} ${name}`), name).toBeTruthy();
  }
  expect(document.querySelector("img[src=x]")).toBeNull();
});
