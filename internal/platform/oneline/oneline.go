// Package oneline holds the one rule for names and other texts of one line: each character can be
// seen. It imports the standard library only.
package oneline

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Fault names the invisible character of a text and its place, in a sentence. It returns ""
// for a text of one line without such characters.
func Fault(text string) string {
	n, before := 0, ' '
	for at, r := range text {
		n++
		_, size := utf8.DecodeRuneInString(text[at:])
		after, _ := utf8.DecodeRuneInString(text[at+size:])
		picture := r == joiner && (isPicture(before) || before == asPicture) && isPicture(after) || r == asPicture && isPicture(before)
		before = r
		switch {
		case r == utf8.RuneError && size == 1:
			return fmt.Sprintf("Character %d is the byte %02X, which is not valid UTF-8. Type the text again.", n, text[at])
		case hidden(r) && !picture:
			return fmt.Sprintf("Character %d is %s, which cannot be shown on one line. Delete it.", n, named(r))
		}
	}
	return ""
}

// Characters within pictures of several, such as a woman and a microscope for a scientist.
const (
	joiner    = '\u200d'
	asPicture = '\ufe0f'
)

func isPicture(r rune) bool { return r != utf8.RuneError && unicode.In(r, unicode.So, unicode.Sk) }

// hidden reports whether a character is drawn as nothing, ends a line or changes the direction of
// writing. Blanks are seen.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// named returns the code of a character, with its name if people meet it often.
func named(r rune) string {
	names := map[rune]string{
		0: "NUL", '\t': "a tab", '\n': "a line feed", '\r': "a carriage return", 0x1b: "an escape", 0x7f: "a delete", 0xad: "a soft hyphen",
		0x200b: "a zero-width space", 0x200d: "a zero-width joiner", 0x200f: "a right-to-left mark", 0x202e: "a right-to-left override",
		0x2028: "a line separator", 0xfeff: "a byte order mark",
	}
	if name, ok := names[r]; ok {
		return fmt.Sprintf("%s (%U)", name, r)
	}
	return fmt.Sprintf("%U", r)
}
