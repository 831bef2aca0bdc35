import type { FreezeTexts } from "@/api/hermes/freezes";

export type TextName = keyof FreezeTexts;

export const textTitles: Record<TextName, { title: string; from: string }> = {
  release_notes: { title: "Release notes", from: "from the changes" },
  methods: { title: "Methods text", from: "from rule and options" },
  cohorts: { title: "Cohorts", from: "from the studies" },
  citation: { title: "Citation", from: "name, version, address" },
};

export const textNames = Object.keys(textTitles) as TextName[];
