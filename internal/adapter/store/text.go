package store

import (
	"strings"

	"cohortium/internal/platform/auth"
)

// fold converts names of every kind to the form in which account names are compared. It is done in
// Go, as the engines differ.
func fold(name string) string { return auth.FoldName(name) }

// searchKey returns the text for searches: the folded parts, one per line, without characters that
// PostgreSQL cannot store.
func searchKey(parts ...string) string {
	for i, p := range parts {
		parts[i] = fold(printable(p))
	}
	return strings.Join(parts, "\n")
}

// printable replaces invalid text, for columns that only people read.
func printable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// like returns a pattern for LIKE … ESCAPE '!' that finds word anywhere.
func like(word string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(word) + "%"
}
