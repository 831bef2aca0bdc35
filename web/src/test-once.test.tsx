import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

test("what is waited for in vain is told with the page as it stands", async () => {
  render(
    <main>
      <p>Here</p>
    </main>,
  );
  const waited = screen.findByText("There", {}, { timeout: 10 });
  await expect(waited).rejects.toThrow(/There.*<main>.*<p>.*Here/s);
});
