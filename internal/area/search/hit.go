package search

import (
	"net/url"
	"strings"

	"cohortium/internal/platform/auth"
)

// field is a text of a thing that is not in the hit.
type field struct{ name, text string }

// excerptChars is how much of a long text a match shows, in characters.
const excerptChars = 120

// newHit returns a hit. The first of the other fields that has a word which neither title nor
// detail has is its match.
func newHit(q, title, detail, address string, others ...field) Hit {
	h := Hit{Title: title, Detail: detail, Address: address}
	shown := auth.FoldName(title + "\n" + detail)
	for _, word := range strings.Fields(auth.FoldName(q)) {
		if strings.Contains(shown, word) {
			continue
		}
		for _, f := range others {
			if strings.Contains(auth.FoldName(f.text), word) {
				h.Match = &Match{Field: f.name, Text: excerpt(f.text, word)}
				return h
			}
		}
	}
	return h
}

// excerpt returns the part of a text around a folded word, with an ellipsis where it was cut.
func excerpt(text, word string) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= excerptChars {
		return text
	}
	// Folding changes lengths, so that the place is looked for in the text itself.
	at, enough := 0, 2*len([]rune(word))+4
	for i := range runes {
		if strings.HasPrefix(auth.FoldName(string(runes[i:min(len(runes), i+enough)])), word) {
			at = i
			break
		}
	}
	from := max(0, min(at-excerptChars/3, len(runes)-excerptChars))
	to := min(len(runes), from+excerptChars)
	out := strings.TrimSpace(string(runes[from:to]))
	if from > 0 {
		out = "…" + out
	}
	if to < len(runes) {
		out += "…"
	}
	return out
}

// detail joins the known facts of a thing.
func detail(parts ...string) string {
	var known []string
	for _, p := range parts {
		if p != "" {
			known = append(known, p)
		}
	}
	return strings.Join(known, " · ")
}

// listed checks the rule of the route of the list.
func listed(pattern string) func(*auth.Identity) bool {
	rule := auth.RuleOf(pattern)
	return func(by *auth.Identity) bool { return rule.Admit(by) == nil }
}

// pageOf returns the address of the page of one thing.
func pageOf(path, id string) string { return path + url.PathEscape(id) }

// listOf returns the address of a list with one filter.
func listOf(path, name, value string) string { return path + "?" + name + "=" + url.QueryEscape(value) }

// filtered returns the address of a list filtered by the words.
func filtered(path string) func(*auth.Identity, string) string {
	return func(_ *auth.Identity, q string) string { return listOf(path, "q", q) }
}
