import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { analyst, renderApp } from "@/test-app";

afterEach(() => vi.unstubAllGlobals());

/** A window as wide as a phone. */
function onPhone() {
  const nothing = () => {};
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media.includes("max-width"),
    addEventListener: nothing,
    removeEventListener: nothing,
    addListener: nothing,
    removeListener: nothing,
  }));
}

const trait = (name: string, datasets: number) => ({
  name,
  description: `About ${name}`,
  dichotomous: true,
  terms: [],
  synonyms: [],
  datasets,
  version: 1,
});

test("the cards of a phone are sorted by what the headings of a table sort by, also by what stands in their second line", async () => {
  onPhone();
  const { router } = renderApp("/hermes/phenotypes", {
    "GET /api/is-logged-in": analyst,
    "GET /api/hermes/phenotypes": { items: [trait("A", 1), trait("B", 5), trait("C", 3)] },
    "GET /api/hermes/phenotype-requests": { items: [] },
  });
  const order = await screen.findByLabelText<HTMLSelectElement>("Sorted by");
  const names = () => screen.getAllByText(/^About /, { exact: false }).map(({ firstChild }) => firstChild?.textContent);
  await waitFor(() => expect(names()).toEqual(["About A", "About B", "About C"]));
  fireEvent.change(order, { target: { value: "-datasets" } });
  await waitFor(() => expect(names()).toEqual(["About B", "About C", "About A"]));
  expect(router.state.location.search).toMatchObject({ sort: "-datasets" });
  expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
});
