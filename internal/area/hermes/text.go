package hermes

import (
	"cmp"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

func compareText(a, b string) int { return cmp.Compare(a, b) }

func attention(n int) string {
	if n == 1 {
		return "One field needs attention."
	}
	return fmt.Sprintf("%d fields need attention.", n)
}

// taken reports whether a store refused a submission's name because it is in use.
func taken(err error) bool {
	var e *errs.Error
	return errors.As(err, &e) && e.Code == "name_taken"
}

// sentenceOf returns an error's text as the start of a sentence, without the prefix of the wrapping
// call.
func sentenceOf(err error) string {
	text := err.Error()
	if text == "" {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
