import axe from "axe-core";

/**
 * What is wrong with the accessibility of what is rendered, as "rule: where". Colours and sizes need a real browser; the
 * browser stories look at them.
 */
export async function accessFaults(root: Element = document.documentElement): Promise<string[]> {
  document.documentElement.lang = "en"; // as the page's shell says
  const { violations } = await axe.run(root, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
