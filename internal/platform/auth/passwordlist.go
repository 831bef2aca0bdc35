package auth

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// commonText holds the most frequent stolen passwords, one a line in lower case. Their source:
// docs/decisions/0014-password-list.md.
//
//go:embed common_passwords.txt.gz
var commonText []byte

// knownWords are the words of such passwords, including keyboard rows and words of the field; one
// that contains another comes first.
//
//go:embed known_passwords.txt
var knownWords string

// commonPasswords returns the list, which is read when the first password is checked.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	r, err := gzip.NewReader(bytes.NewReader(commonText))
	if err != nil {
		panic(err) // the file is a part of this program
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	list := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		list[strings.TrimSuffix(line, "\n")] = true
	}
	return list
})

// common reports whether a password is on the list, as it is, without digits and
// signs around it, or as the repetition of one that is.
func common(password string) bool {
	list, low := commonPasswords(), strings.ToLower(password)
	letters := strings.TrimFunc(low, func(r rune) bool { return !unicode.IsLetter(r) })
	return list[low] || list[letters] || list[repeated(low)] || list[repeated(letters)]
}

// repeated returns the shortest text that a text is a repetition of.
func repeated(text string) string {
	if text == "" {
		return ""
	}
	// A text that is found in itself before its end repeats with that distance.
	return text[:1+strings.Index((text + text)[1:], text)]
}

// minNameRunes is the shortest part of a user name that counts as a word.
const minNameRunes = 3

// ownPart returns a password without well-known words and the names of product, areas and account.
func ownPart(password, userName string) string {
	words := []string{productName}
	for _, area := range Areas() {
		words = append(words, string(area))
	}
	parts := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range append(strings.Split(userName, "@"), strings.FieldsFunc(userName, parts)...) {
		if utf8.RuneCountInString(word) >= minNameRunes {
			words = append(words, strings.ToLower(word))
		}
	}
	rest := strings.ToLower(password)
	for _, word := range append(words, strings.Fields(knownWords)...) {
		rest = strings.ReplaceAll(rest, word, "")
	}
	return rest
}
