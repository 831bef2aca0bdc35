import type { Locator } from "@playwright/test";
import { expect } from "./story";

/** The canvas has ink on it, and the table behind it has rows. */
export async function expectDrawn(figure: Locator): Promise<void> {
  await expect
    .poll(() =>
      figure.getByRole("img").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let inked = 0;
        for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) inked += 1;
        return inked;
      }),
    )
    .toBeGreaterThan(500);
  await figure.getByRole("button", { name: "Table" }).click();
  expect(await figure.getByRole("row").count()).toBeGreaterThan(1);
  await figure.getByRole("button", { name: "Plot" }).click();
}
