import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * Sheets that the first page needs or that pieces of the kit stand on, in the kit's own order: between sheets of equal
 * weight the later one wins, so these come before every other.
 */
const base = [
  "baseline",
  "default-css-variables",
  "global",
  ...["ScrollArea", "UnstyledButton", "VisuallyHidden", "Paper", "Overlay", "Popover", "Loader", "ActionIcon"],
  ...["CloseButton", "Group", "ModalBase", "Input", "FloatingIndicator", "Text", "Anchor", "InlineInput"],
  ...["CheckboxIndicator", "Checkbox", "Button", "Code", "PasswordInput", "Skeleton", "Stack"],
];

/** Palettes of the kit that neither our sheets nor those of its pieces name. */
const palettes = "(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)";
const inPalette = `--mantine-color-${palettes}-`;
// Also what is set to one of their colours: the theme sets it again.
const unused = new RegExp(`^\\s*(?:${inPalette}|--mantine-[\\w-]+: var\\(${inPalette})[^;]*;\\n`, "gm");
const named = new RegExp(`var\\(${inPalette}`);

/** The names of a piece's classes stand in a module of their own: `…/Switch/Switch.module.mjs`. */
const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * In a build the kit's one style sheet, of all its pieces, becomes those of `base`; every other piece that is used brings
 * its own sheet along into the part of the pages that holds it. Development keeps the one sheet.
 */
export function kitStyles(): Plugin {
  return {
    name: "cohortium-kit-styles",
    apply: "build",
    async load(id) {
      if (!id.endsWith("/@mantine/core/styles.layer.css")) return null;
      const sheets = base.map((name) => readFile(join(dirname(id), "styles", `${name}.layer.css`), "utf8"));
      return (await Promise.all(sheets)).join("\n").replace(unused, "");
    },
    transform(code, id) {
      const piece = classNames.exec(id)?.[1];
      if (piece === undefined || base.includes(piece)) return null;
      return { code: `import "@mantine/core/styles/${piece}.layer.css";\n${code}`, map: null };
    },
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== "asset" || !name.endsWith(".css")) continue;
        const [missing] = String(file.source).match(named) ?? [];
        if (missing) this.error(`${name} names the palette ${missing}, which build/kitStyles.ts leaves out`);
      }
    },
  };
}
