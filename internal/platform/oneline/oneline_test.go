package oneline_test

import (
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/oneline"
)

func TestFault(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"Study NA; κ, 🧬 é": "",
		"na\u00a0me\u3000": "", // blanks
		"👩\u200d🔬 ❤\ufe0f\u200d🔥 👩🏽\u200d🚀": "",
		"🔬\u200d":              "Character 2 is a zero-width joiner (U+200D), which cannot be shown on one line. Delete it.",
		"🔬\ufe0f\ufe0f":        "Character 3 is U+FE0F, which cannot be shown on one line. Delete it.",
		"a\nb":                 "Character 2 is a line feed (U+000A), which cannot be shown on one line. Delete it.",
		"κκ\u200b":             "Character 3 is a zero-width space (U+200B), which cannot be shown on one line. Delete it.",
		"\ufeffname":           "Character 1 is a byte order mark (U+FEFF), which cannot be shown on one line. Delete it.",
		"\u2066x":              "Character 1 is U+2066, which cannot be shown on one line. Delete it.",
		"na\u3164me":           "Character 3 is U+3164, which cannot be shown on one line. Delete it.", // a letter that is drawn as nothing
		"name\ufe0f":           "Character 5 is U+FE0F, which cannot be shown on one line. Delete it.",
		"é\xff":                "Character 2 is the byte FF, which is not valid UTF-8. Type the text again.",
		"the character \ufffd": "", // typed as such
	} {
		if got := oneline.Fault(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Every hostile name with a character that cannot be seen is refused, and no other.
func TestHostileNamesThatCannotBeSeen(t *testing.T) {
	cannot := []string{
		"\u200f",
		"\u202e",
		"\u2066",
		"\ufeff",
		"\u200b",
		"\u200d",
		"\u00ad",
		"\n",
		"\r",
		"\t",
		"\v",
		"\f",
		"\x00",
		"\x1b",
		"\x7f",
		"\u0085",
		"\u2028",
		"\xff",
		"\xc3",
	}
	for _, name := range hostile.Names() {
		want := false
		for _, part := range cannot {
			if part == "\xff" || part == "\xc3" {
				want = want || !strings.Contains(name, "κ") && strings.ToValidUTF8(name, "") != name
				continue
			}
			want = want || strings.Contains(name, part)
		}
		if refused := oneline.Fault(name) != ""; refused != want {
			t.Errorf("%q is refused: %t, want %t", name, refused, want)
		}
	}
}
