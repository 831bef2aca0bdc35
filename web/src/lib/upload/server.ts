import type { ApiError } from "../api-error";

/** A file that the server holds and that belongs to nothing yet: complete, or so far. */
export interface HeldFile {
  id: string;
  file_name: string;
  /** Bytes. */
  size: number;
  offset: number;
  complete: boolean;
  /** Lower-case hex; of the whole file, once it is complete. */
  sha256?: string;
}

/** What an upload must know of the server; the address of an upload is the endpoint and its id. */
export interface UploadServer {
  /** Absolute address of the tus endpoint, with a slash at its end. */
  endpoint: string;
  /** The pages have another origin than the server, so cookies must be sent across. */
  crossOrigin: boolean;
  /** Files are for no registry: they are kept for a day. */
  brief?: boolean;
  errorOf: (response: Response, body: unknown) => ApiError;
  /** What the server holds of this user's files, asked now. */
  held: () => Promise<readonly HeldFile[]>;
  /** The session ended in the middle of sending. */
  signedOut: () => void;
  onSignedIn: (listener: () => void) => () => void;
  /** The upload stopped because the page was closed: the list of uploads has changed. */
  left: () => void;
}

export function uploadAddress(endpoint: string, id: string): string {
  return `${endpoint}${encodeURIComponent(id)}`;
}

/** The id that the server gave an upload, from the address it answered. */
export function uploadIdOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  return decodeURIComponent(path.split("/").filter(Boolean).at(-1) ?? "");
}
