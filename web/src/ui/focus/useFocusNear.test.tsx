import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { useFocusNear } from "./useFocusNear";

function Page({ children }: { children: ReactNode }) {
  useFocusNear();
  return (
    <main>
      <h1>Page</h1>
      <a href="/back">Back</a>
      {children}
    </main>
  );
}

function List() {
  const [items, setItems] = useState(["a", "b", "c"]);
  return (
    <section>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <button type="button" onClick={() => setItems(items.filter((other) => other !== item))}>
              {item}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">Add</button>
    </section>
  );
}

const at = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));

test("the keyboard goes to the next of a list, to the one before, and to what stands around an empty list", async () => {
  render(
    <Page>
      <List />
    </Page>,
  );
  screen.getByRole("button", { name: "b" }).focus();
  await userEvent.keyboard("{Enter}");
  await at("c");
  await userEvent.keyboard("{Enter}");
  await at("a");
  await userEvent.keyboard("{Enter}");
  await at("Add");
});

function Stages() {
  const [stage, setStage] = useState(0);
  if (stage === 0) {
    return (
      <button type="button" onClick={() => setStage(1)}>
        Build
      </button>
    );
  }
  return <p>Building</p>;
}

test("where all of a page is another, it goes to the heading, and on from there", async () => {
  render(
    <Page>
      <Stages />
    </Page>,
  );
  screen.getByRole("button", { name: "Build" }).focus();
  await userEvent.keyboard("{Enter}");
  await at("Page");
  await userEvent.tab();
  await at("Back");
});

test("nothing is taken from a user who has left with the mouse", async () => {
  const { rerender } = render(
    <Page>
      <button type="button">Going</button>
    </Page>,
  );
  screen.getByRole("button", { name: "Going" }).focus();
  await userEvent.click(screen.getByRole("main"));
  rerender(
    <Page>
      <p>Gone</p>
    </Page>,
  );
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
