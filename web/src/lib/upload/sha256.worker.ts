import { sha256Of } from "./sha256";

/** The digest of a file, or that it could not be read. */
export type Counted = { sha256: string } | { failed: string };

self.addEventListener("message", async ({ data }: MessageEvent<Blob>) => {
  const counted: Counted = await sha256Of(data).then(
    (sha256) => ({ sha256 }),
    (error: unknown) => ({ failed: String(error) }),
  );
  self.postMessage(counted);
});
