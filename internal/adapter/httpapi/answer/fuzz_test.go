package answer

import (
	"mime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/dev/hostile"
)

// Any file name results in a header of one line from which the name can be decoded.
func FuzzDisposition(f *testing.F) {
	for _, name := range append(hostile.Names(), "a.tsv.gz", "Größe \"1\".tsv", "a\r\nb", "\u202egnp.svg", "", "a;b=c", "100%.tsv", strings.Repeat("κ", 10_000)+".tsv.gz") {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := disposition(name)
		if strings.ContainsAny(header, "\r\n\x00") || !utf8.ValidString(header) || len(header) > 1000 {
			t.Fatalf("%q gives the header %q", name, header)
		}
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || params["filename"] == "" || strings.ContainsAny(params["filename"], `/\`) {
			t.Errorf("%q gives the header %q: %s %v %v", name, header, kind, params, err)
		}
		changes := func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\`, r)
		}
		if plain := utf8.ValidString(name) && len(name) <= 200 && strings.Trim(name, ". ") != "" &&
			!strings.ContainsFunc(name, changes); plain &&
			params["filename"] != name {
			t.Errorf("%q is saved as %q", name, params["filename"])
		}
		if strings.HasSuffix(name, ".tsv.gz") && !strings.HasSuffix(params["filename"], ".tsv.gz") {
			t.Errorf("%q lost its ending: %q", name, params["filename"])
		}
	})
}
