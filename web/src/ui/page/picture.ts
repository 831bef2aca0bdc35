/** A picture of a page for galleries: its first plot as it is drawn now. */
import type { PageProps } from "./page";

/** PNG at most so wide, in pixels. */
const width = 960;

/** The first canvas of the page on white. A page without a plot has none to show. */
export function pagePicture({ document }: Pick<PageProps, "document">, root: ParentNode | null): Promise<Blob> {
  const canvas = root?.querySelector("canvas");
  if (!canvas || canvas.width === 0) {
    return Promise.reject(new Error(`“${document.title || "The page"}” has no plot that could be its picture.`));
  }
  const scale = Math.min(1, width / canvas.width);
  const picture = window.document.createElement("canvas");
  picture.width = Math.round(canvas.width * scale);
  picture.height = Math.round(canvas.height * scale);
  const context = picture.getContext("2d");
  if (!context) return Promise.reject(new Error("This browser cannot draw pictures."));
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(canvas, 0, 0, picture.width, picture.height);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}
