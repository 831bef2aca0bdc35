import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Providers } from "@/ui/Providers";
import { DateField } from "./DateField";

function Form() {
  const [day, setDay] = useState("");
  return (
    <Providers>
      <DateField id="day" label="Day" value={day} onValue={setDay} />
      <output>{day}</output>
    </Providers>
  );
}

test.each([
  ["2006-01-31", "2006-01-31"],
  ["January 31, 2006", "2006-01-31"],
  ["01/31/2006", "2006-01-31"],
  ["31/01/2006", ""], // no month has that number: no day is made of it
])("what is typed as %s is kept as %s, not what was half typed", async (typed, kept) => {
  render(<Form />);
  await userEvent.type(screen.getByLabelText("Day"), typed);
  await userEvent.tab();
  expect(screen.getByRole("status").textContent).toBe(kept);
});
