import axe from "axe-core";

/**
 * The accessibility faults of the rendered elements, as "rule: where". Colours and sizes need a
 * real browser; the browser stories check them.
 */
export async function accessFaults(root: Element = document.documentElement): Promise<string[]> {
  document.documentElement.lang = "en"; // as in the page's shell
  const { violations } = await axe.run(root, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
