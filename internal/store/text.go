package store

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold brings a name into the form in which names are compared: without case,
// canonical Unicode, no spaces around it. It is done here, as the engines differ.
func fold(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// searchKey is the text that a search looks through: the folded parts, one per
// line, without what PostgreSQL cannot keep.
func searchKey(parts ...string) string {
	for i, p := range parts {
		parts[i] = fold(printable(p))
	}
	return strings.Join(parts, "\n")
}

// printable replaces what is no text, for columns that only people read.
func printable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// like is a pattern for LIKE … ESCAPE '!' that finds word anywhere.
func like(word string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(word) + "%"
}
