package store

import "strings"

// open asks for what everybody may read, and of that for what holds every word.
// The name of the owner's account, which stands among the words of a data set on
// a line of its own, is not looked at: nobody without an account is to learn it.
func (f *filter) open(query string) {
	f.where = append(f.where, "deleted_at IS NULL AND sharing = 'public'")
	const line = "\n"
	for _, word := range strings.Fields(fold(printable(query))) {
		f.add("replace(%s || search_key || %s, %s || owner_key || %s, %s) LIKE %s ESCAPE '!'", line, line, line, line, line, like(word))
	}
}
