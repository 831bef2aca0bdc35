import type { PlainPath } from "@/lib/route/areas";

/** Where `g` and a letter lead. */
export const places: readonly { letter: string; label: string; to: PlainPath }[] = [
  { letter: "s", label: "Submissions", to: "/hermes" },
  { letter: "d", label: "Dashboard", to: "/hermes/dashboard" },
  { letter: "m", label: "Meta-analyses", to: "/hermes/ma" },
  { letter: "r", label: "Registry", to: "/datasets" },
  { letter: "c", label: "Cohorts", to: "/sgc" },
  { letter: "t", label: "Tools", to: "/tools" },
  { letter: "h", label: "Help", to: "/help" },
];

/** The other keys, by where they work. */
export const keys: readonly { title: string; items: readonly (readonly [label: string, keys: string])[] }[] = [
  {
    title: "Everywhere",
    items: [
      ["Search", "/"],
      ["This list", "?"],
    ],
  },
  {
    title: "QC report",
    items: [
      ["Next file that waits for you", "j"],
      ["Previous file that waits for you", "k"],
      ["Accept", "a"],
      ["Request changes", "c"],
    ],
  },
];
