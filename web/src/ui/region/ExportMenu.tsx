import { Button, type ButtonProps, Menu } from "@mantine/core";
import { type RefObject, useContext, useState } from "react";
import { saveText } from "@/lib/text/csv";
import { type Figure, toPng, toSvg } from "../chart/exportFigure";
import { figureSource } from "../chart/figureSource";
import { FigureOf } from "../chart/PlotCard";
import { fileNameOf, saveBlob } from "../chart/saveFile";
import type { RegionData } from "./regionData";
import { regionCsv } from "./twin";

interface Props extends Pick<ButtonProps, "size" | "variant"> {
  data: RegionData;
  title: string;
  figure: RefObject<Figure | undefined>;
}

/** Saves the view as an image or drawing, and its points as a table. */
export function ExportMenu({ data, title, figure, ...look }: Props) {
  const [problem, setProblem] = useState<string>();
  const of = useContext(FigureOf);

  async function save(kind: "png" | "svg"): Promise<void> {
    setProblem(undefined);
    const drawn = figure.current;
    if (!drawn) return;
    try {
      const source = figureSource(of);
      const svg = async () => new Blob([await toSvg(drawn, source)], { type: "image/svg+xml" });
      saveBlob(kind === "png" ? await toPng(drawn, source) : await svg(), fileNameOf(title, kind));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <>
      {problem && <span role="alert">{problem}</span>}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button {...look}>Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save("png")}>Picture (PNG)</Menu.Item>
          <Menu.Item onClick={() => void save("svg")}>Drawing (SVG)</Menu.Item>
          <Menu.Item onClick={() => saveText(fileNameOf(title, "csv"), regionCsv(data))}>Points (CSV)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
