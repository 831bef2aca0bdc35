import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { sessionQuery } from "@/api/accounts/session";
import { type SearchGroup, searchQuery } from "@/api/search";
import { sgcSessionQuery, sgcToken } from "@/api/sgc/session";
import { formatCount } from "@/lib/format/format";
import type { Grants } from "@/lib/permission";
import { areaOf, areasOf } from "@/lib/route/areas";
import { wordsOf } from "@/lib/text/search-words";
import { findPages, pagesOf } from "./pages";
import { forgetPlaces, type RecentPlace, recentPlaces } from "./recent";

/** One line that can be chosen. */
export interface Choice {
  title: string;
  subtitle: string;
  address: string;
  match?: { field: string; text: string };
  /** Kind of thing, for those that are remembered. */
  kind?: string;
  /** It leads to the list of all that was found. */
  more?: boolean;
}

/** Lines under one heading. */
export interface Section {
  title: string;
  choices: Choice[];
  failed?: boolean;
}

const nothing: Grants = { roles: [], permissions: [] };
const mostPages = 5;

/** Genes, variants and regions have the same pages in two areas: one stays in that where one is. */
function inArea(address: string, pathname: string, mayRegistry: boolean): string {
  const ofHermes = "/hermes/browse/";
  if (!address.startsWith(ofHermes) || !mayRegistry || areaOf(pathname) !== "datasets") return address;
  return `/browse/${address.slice(ofHermes.length)}`;
}

function sectionOf({ kind, title, hits, total, all, failed }: SearchGroup, mayRegistry: boolean): Section {
  const choices: Choice[] = hits.map((hit) => ({
    ...hit,
    kind,
    address: inArea(hit.address, window.location.pathname, mayRegistry),
  }));
  if (all && total > hits.length) {
    choices.push({ title: `Show all ${formatCount(total)}`, subtitle: "", address: all, more: true });
  }
  return { title, choices, failed };
}

/** Who is here: by session, by the token of the SGC area, or by both. */
function useAskers() {
  const token = sgcToken();
  const session = useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY }).data;
  const sgc = useQuery({ ...sgcSessionQuery, staleTime: Number.POSITIVE_INFINITY, enabled: token !== undefined }).data;
  const sgcUser = sgc?.state === "user" ? sgc.user : undefined;
  return { token, session, sgcUser };
}

/** What a question finds: pages, and what the server knows; without words what was opened last. */
export function useSections(question: string) {
  const { token, session, sgcUser } = useAskers();
  const person = session?.id ?? sgcUser?.id ?? "";
  const words = useMemo(() => wordsOf(question), [question]);
  const answer = useQuery({
    ...searchQuery(words.join(" "), { session: Boolean(session), sgcToken: token }),
    enabled: Boolean(session) || token !== undefined,
  });
  const [forgotten, setForgotten] = useState(false);
  const recent = useMemo(
    () => (words.length === 0 && !forgotten ? recentPlaces(person) : []),
    [words, person, forgotten],
  );
  const pages = useMemo(() => {
    const open = areasOf({ user: session, hasSgcToken: token !== undefined });
    const grants = (name: string) => (name === "sgc" ? (sgcUser ?? session) : session) ?? nothing;
    return findPages(
      open.flatMap((area) => pagesOf(area, grants(area.name))),
      words,
    );
  }, [session, sgcUser, token, words]);
  const groups = answer.data ?? [];
  const asked = words.length > 0;
  return {
    person,
    words,
    answer,
    /** While it is asked, what the question before found stays. */
    sections: sectionsOf(asked, recent, pages, asked ? groups : [], session?.areas.includes("datasets") ?? false),
    /** What is searched, in words. */
    kinds: ["Pages", ...groups.map(({ title }) => title)],
    waiting: asked && (answer.isPending || answer.isPlaceholderData),
    hasRecent: recent.length > 0,
    forget: () => {
      forgetPlaces();
      setForgotten(true);
    },
  };
}

function sectionsOf(
  asked: boolean,
  recent: RecentPlace[],
  pages: Choice[],
  groups: SearchGroup[],
  mayRegistry: boolean,
): Section[] {
  const sections: Section[] = [
    ...(asked ? [] : [{ title: "Opened last", choices: recent }]),
    { title: "Pages", choices: asked ? pages.slice(0, mostPages) : pages },
    ...groups.map((group) => sectionOf(group, mayRegistry)),
  ];
  return sections.filter(({ choices, failed }) => choices.length > 0 || failed);
}
