import { CloseButton, Modal } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from "react";
import { safeRedirect } from "@/lib/route/redirect";
import { layer } from "@/theme/constants";
import { focusHeading } from "@/ui/focus/heading";
import { useTouch } from "@/ui/focus/useTouch";
import { Magnifier } from "@/ui/Icons";
import { Results } from "./Results";
import { rememberPlace } from "./recent";
import classes from "./search.module.css";
import { type Choice, useSections } from "./useSections";

const waitMs = 150;

/** The search over everything: one field, and the matches below it, by arrow keys or mouse. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [question] = useDebouncedValue(typed.trim(), waitMs);
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState(false);
  const list = useId();
  const small = useMediaQuery("(max-width: 56.25em)") ?? false;
  const touch = useTouch();
  const navigate = useNavigate();
  const found = useSections(question);
  const choices = found.sections.flatMap((section) => section.choices);
  const current = Math.min(at, choices.length - 1);

  const choice = choices[current];
  // The shown matches are those of the typed text.
  const settled = typed.trim() === question && !found.waiting;

  // The selection stays in view when the arrow keys move it.
  useEffect(
    () => document.getElementById(`${list}-${current}`)?.scrollIntoView?.({ block: "nearest" }),
    [list, current],
  );

  // If the user types and presses Enter immediately, the first match opens when it arrives.
  useEffect(() => {
    if (entered && settled && choice) choose(choice);
  });

  function choose(place: Choice) {
    onClose();
    if (!place.more) rememberPlace(found.person, { kind: place.kind ?? "page", ...place });
    const address = safeRedirect(place.address);
    if (address === undefined) window.location.assign(place.address);
    else void navigate({ href: address }).then(() => setTimeout(focusHeading));
  }

  function onKey(event: KeyboardEvent) {
    const last = choices.length - 1;
    const next = { ArrowDown: current >= last ? 0 : current + 1, ArrowUp: current <= 0 ? last : current - 1 }[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!settled) setEntered(true);
    else if (choice && (event.metaKey || event.ctrlKey)) window.open(choice.address, "_blank", "noopener");
    else if (choice) choose(choice);
  }

  function onPick(event: MouseEvent, place: Choice) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // the browser opens it elsewhere
    event.preventDefault();
    choose(place);
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={680}
      fullScreen={small}
      yOffset="10vh"
      zIndex={layer.modal}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay opacity={0.45} />
      <Modal.Content aria-label="Search" radius={small ? 0 : "lg"}>
        <div className={classes.frame}>
          <div className={classes.head}>
            <Magnifier />
            <input
              data-autofocus
              className={classes.input}
              role="combobox"
              aria-label="Search"
              aria-autocomplete="list"
              aria-expanded={choices.length > 0}
              aria-controls={list}
              aria-activedescendant={choices.length > 0 ? `${list}-${current}` : undefined}
              placeholder="Search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setAt(0);
                setEntered(false);
              }}
              onKeyDown={onKey}
            />
            <CloseButton aria-label="Close the search" onClick={onClose} />
          </div>
          <Results id={list} found={found} question={question} current={current} onPick={onPick} />
          {touch ? (
            <p className={classes.keys}>Tap a result to open it.</p>
          ) : (
            <p className={classes.keys}>
              <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
            </p>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
