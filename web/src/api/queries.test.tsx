import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { person, refused, renderApp } from "@/test-app";

/** Statuses that pass are asked for once more, after a moment; the others are not. */
const statuses: [number, number][] = [
  [500, 2],
  [503, 2],
  [429, 2],
  [404, 1],
  [422, 1],
];

describe("how often a page asks what it is refused", () => {
  test.each(statuses)("opened at its address, %d: %d times", async (status, times) => {
    const { asked } = renderApp("/hermes/ma/m1", {
      "GET /api/is-logged-in": person({ permissions: ["viewAllUploads"] }),
      "GET /api/hermes/meta-analyses/m1": () => refused(status, "No."),
    });
    expect(await screen.findByRole("alert")).toBeTruthy();
    const sent = () => asked.filter(({ url }) => url.endsWith("/api/hermes/meta-analyses/m1"));
    expect(sent()).toHaveLength(times);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent()).toHaveLength(times);
  });

  test("a link that was hovered over before it is clicked asks no more", async () => {
    const { asked } = renderApp("/hermes/qc/x", {
      "GET /api/hermes/uploads/x": () => refused(404, "There is no such submission."),
      "GET /api/hermes/uploads": () => refused(422, "No."),
    });
    const link = await screen.findByRole("link", { name: "Go to the submissions" });
    const lists = () => asked.filter(({ url }) => new URL(url).pathname === "/api/hermes/uploads");
    await userEvent.hover(link);
    await waitFor(() => expect(lists()).toHaveLength(1));
    await userEvent.click(link);
    expect(await screen.findByText("Submissions could not be loaded")).toBeTruthy();
    expect(lists()).toHaveLength(1);
  });

  test("a while later, or when it is wanted, it is asked again", async () => {
    const { asked, router } = renderApp("/hermes", { "GET /api/hermes/uploads": () => refused(422, "No.") });
    const lists = () => asked.filter(({ url }) => new URL(url).pathname === "/api/hermes/uploads");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(lists()).toHaveLength(2));
    await router.navigate({ to: "/hermes/profile" });
    vi.setSystemTime(Date.now() + 10_001);
    await router.navigate({ to: "/hermes" });
    await waitFor(() => expect(lists()).toHaveLength(3));
    vi.useRealTimers();
  });
});
