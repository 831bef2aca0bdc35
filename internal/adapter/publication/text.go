package publication

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Longest accepted texts, in characters.
const (
	maxText  = 2000
	maxShort = 60
)

// plain converts a service's text to one line of plain text: without control characters and without
// those that change the direction of text.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == utf8.RuneError, r == '\ufeff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return cut(strings.Join(strings.Fields(text), " "), maxText)
}

func short(text string) string { return cut(plain(text), maxShort) }

func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// inlineTag is the markup that publishers leave in titles. Other < and > signs are part of the
// title.
var inlineTag = regexp.MustCompile(`(?i)</?(?:i|b|u|p|em|strong|sub|sup|sc|scp|tt|span|title|(?:jats|mml):[a-z]+)(?:\s[^<>]*)?/?>`)

// withoutMarkup returns the plain text of a title with markup and character references.
func withoutMarkup(text string) string {
	return plain(html.UnescapeString(inlineTag.ReplaceAllString(text, "")))
}

// joinAuthors names one or two authors, and of three or more the first two.
func joinAuthors(names []string, complete bool) string {
	if len(names) == 0 {
		return ""
	}
	line := strings.Join(names[:min(2, len(names))], ", ")
	if len(names) > 2 || !complete {
		line += " et al."
	}
	return line
}

// personName returns a surname and initials; the initials are made of the other names where they
// are not known.
func personName(last, initials, fore string) string {
	if initials == "" {
		initials = initialsOf(fore)
	}
	return strings.TrimSpace(last + " " + initials)
}

// maxInitials is how many initials citations have.
const maxInitials = 2

func initialsOf(names string) string {
	var out []rune
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' }) {
		first, _ := utf8.DecodeRuneInString(name)
		if unicode.IsLetter(first) && len(out) < maxInitials {
			out = append(out, unicode.ToUpper(first))
		}
	}
	return string(out)
}

var yearForm = regexp.MustCompile(`\b(1[5-9]|20)[0-9]{2}\b`)

// yearIn takes the first year out of a text such as 1998 Dec-1999 Jan.
func yearIn(text string) (year, rest string) {
	at := yearForm.FindStringIndex(text)
	if at == nil {
		return "", text
	}
	return text[at[0]:at[1]], strings.TrimSpace(plain(text[:at[0]] + text[at[1]:]))
}

// monthName returns a month by its three letters, from its name or its number; other texts stay
// unchanged.
func monthName(text string) string {
	n, err := strconv.Atoi(text)
	if err == nil && n >= 1 && n <= 12 {
		return time.Month(n).String()[:3]
	}
	months := make([]string, 12)
	for m := range months {
		months[m] = time.Month(m + 1).String()
	}
	if i := slices.IndexFunc(months, func(m string) bool { return strings.EqualFold(m, text) || strings.EqualFold(m[:3], text) }); i >= 0 {
		return months[i][:3]
	}
	return text
}
