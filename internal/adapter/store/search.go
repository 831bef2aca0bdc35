package store

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// derived are the tables that triggers fill from others. They are neither backed up nor loaded.
var derived = []string{"search_words", "search_terms"}

// indexedFrom is the length, in characters, from which a word of a query is looked for in the words of all objects. Shorter ones
// are in most of them, so that reading the objects is quicker.
var indexedFrom = 3

// searched is a table with a search_key whose words triggers keep.
type searched struct {
	table string
	id    string // column
}

// unindexed is a table of few rows, without words in the index.
var unindexed searched

func searchedTable(table string) searched { return searched{table, "id"} }

// words selects the rows whose search_key contains every word of a query, anywhere in its words. The index proposes rows, among them
// those with a word that is too long for it, and the row decides.
func (f *filter) words(of searched, query string) {
	for _, word := range strings.Fields(fold(printable(query))) {
		f.proposed(of, word)
		f.add("search_key LIKE %s ESCAPE '!'", like(word))
	}
}

// proposed selects the rows of which a word contains word. There may be rows among them whose text does not.
func (f *filter) proposed(of searched, word string) {
	if of == unindexed || utf8.RuneCountInString(word) < indexedFrom {
		return
	}
	kind := "'" + of.table + "'"
	f.add(of.id+" IN (SELECT object_id FROM search_words WHERE kind = "+kind+
		" AND word IN (SELECT word FROM search_terms WHERE kind = "+kind+" AND (word LIKE %s ESCAPE '!' OR word = '')))", like(word))
}

// isDerived reports whether a table is filled from others.
func isDerived(table string) bool { return slices.Contains(derived, table) }
