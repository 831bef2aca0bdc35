package store

import (
	"strings"

	"cohortium/internal/platform/auth"
)

// fold brings names of every kind into the form in which those of accounts are
// compared. It is done in Go, as the engines differ.
func fold(name string) string { return auth.FoldName(name) }

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
