import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { refused } from "@/test-app";
import { box, button, open, type } from "./testing";

describe("looking up a publication", () => {
  const found = {
    pub_id: "26502338",
    title: "Genetic association analyses.",
    publication: "Nature genetics",
    authors: "Bentham J",
    month_year_published: "Dec 2015",
    volume_issue: "",
    pages: "",
    elocation_id: "",
    citation: "Bentham J. Nature genetics 2015.",
    pmid: "26502338",
    retracted: false,
  };

  test("fills in what is known, and nothing twice", async () => {
    open("/datasets/new", { "GET /api/publications": found });
    await screen.findByLabelText(/^Publication ID/);
    await type(/^Publication ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText(/Filled in below: Genetic association analyses/)).toBeTruthy();
    await userEvent.click(button("Look up"));
    await waitFor(() => expect((button("Look up") as HTMLButtonElement).disabled).toBe(false));
    expect((box(/^Description/) as HTMLTextAreaElement).value).toBe(
      "Genetic association analyses.\nBentham J\nNature genetics. Dec 2015.",
    );
    expect((box(/^Publication$/) as HTMLTextAreaElement).value).toBe("Bentham J. Nature genetics 2015.");
  });

  test("says of a retracted article that it is", async () => {
    open("/datasets/new", { "GET /api/publications": { ...found, retracted: true } });
    await screen.findByLabelText(/^Publication ID/);
    await type(/^Publication ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText("This article was retracted")).toBeTruthy();
  });

  test("says in a sentence why it cannot", async () => {
    const sentence = "Look-ups are switched off on this server.";
    open("/datasets/new", { "GET /api/publications": () => refused(503, sentence, [], "lookup_off") });
    await screen.findByLabelText(/^Publication ID/);
    await type(/^Publication ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText(`${sentence} You can enter the publication by hand.`)).toBeTruthy();
  });
});
