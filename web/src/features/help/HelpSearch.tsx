import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { documentsQuery } from "@/api/server/help";
import { plural } from "@/lib/format/format";
import { hasWords, wordsOf } from "@/lib/text/search-words";
import { Magnifier } from "@/ui/Icons";
import { Answered } from "@/ui/state/Answered";
import { anchorOf, type Passage, readPassages } from "./documents";
import classes from "./help.module.css";

const most = 12;

/** Searches the sections of all documents; they are read at the first word. */
export function HelpSearch() {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, 150);
  const words = wordsOf(asked);
  const passages = useQuery({ ...documentsQuery(readPassages), enabled: words.length > 0 });
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        aria-label="Search help"
        placeholder="Search help"
        leftSection={<Magnifier />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && setText("")}
      />
      {words.length > 0 && (
        <div className={classes.found}>
          <Answered what="the documents" answer={passages} rows={3}>
            {(all) => <Found found={ranked(all, words)} asked={asked.trim()} onLeave={() => setText("")} />}
          </Answered>
        </div>
      )}
    </search>
  );
}

interface FoundProps {
  found: readonly Passage[];
  asked: string;
  onLeave: () => void;
}

/** The sections that contain every word, best first. */
function Found({ found, asked, onLeave }: FoundProps) {
  return (
    <>
      <p role="status">{found.length === 0 ? `No section contains “${asked}”.` : plural(found.length, "section")}</p>
      <ul>
        {found.slice(0, most).map(({ topic, title, heading }) => (
          <li key={`${topic} ${heading}`}>
            <Link to="/help/$topic" params={{ topic }} hash={heading && anchorOf(heading)} onClick={onLeave}>
              {heading ? `${title}: ${heading.replace(/[`*]/g, "")}` : title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sections with every word, those with the words in the heading first. */
function ranked(passages: readonly Passage[], words: readonly string[]): Passage[] {
  const inHeading = ({ title, heading }: Passage) => hasWords(words, title, heading ?? "");
  return passages
    .filter(({ title, text }) => hasWords(words, title, text))
    .sort((a, b) => Number(inHeading(b)) - Number(inHeading(a)));
}
