import { useEffect, useState } from "react";

/** Holds what makes the picture of the page as it is shown; nothing while the page is not. */
export interface Picture {
  readonly current: (() => Promise<Blob>) | undefined;
}

/** The picture of the page as it is shown, and an address for it. */
export function usePicture(picture: Picture) {
  // The page may render again behind the dialog; it shows one picture.
  const [make] = useState(() => picture.current);
  const [blob, setBlob] = useState<Blob>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let left = false;
    make?.().then(
      (made) => !left && setBlob(made),
      () => undefined, // it is published without a picture
    );
    return () => {
      left = true;
    };
  }, [make]);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return { blob, url };
}
