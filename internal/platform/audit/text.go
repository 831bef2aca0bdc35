package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The most characters that are kept of a text, and values of an entry.
const (
	maxWord   = 200
	maxDetail = 2000
	maxValue  = 1000
	maxValues = 100
)

// visible converts a text to the form in which it is stored: valid UTF-8, no longer than limit, on
// one line, and without invisible characters. Control characters become their pictures (␊ for a
// line feed) and other invisible ones, such as those that reverse the direction of writing, their
// numbers. Addresses lose what may be a secret.
func visible(text string, limit int) string {
	text = withoutSecrets(text)
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == limit {
			return b.String() + "…"
		}
		n++
		switch {
		case r < ' ':
			b.WriteRune('␀' + r)
		case r == '\x7f':
			b.WriteRune('␡')
		case unicode.IsGraphic(r):
			b.WriteRune(r) // broken UTF-8 reads as U+FFFD, which is graphic
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}

// visibleValues does the same for values and their names; nil if there are none.
func visibleValues(values map[string]string) map[string]string {
	if len(values) == 0 {
		return nil
	}
	out := make(map[string]string, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(out) == maxValues {
			out["…"] = fmt.Sprintf("%d more", len(values)-maxValues)
			break
		}
		out[visible(name, maxWord)] = visible(values[name], maxValue)
	}
	return out
}
