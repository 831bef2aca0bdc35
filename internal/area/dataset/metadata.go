package dataset

import (
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/spreadsheet"
)

// Limits of texts in characters, and of numbers.
const (
	maxName        = 500
	maxLine        = 500
	maxShortLine   = 300
	maxEmail       = 320
	maxDescription = 20_000
	maxPublication = 5_000
	maxAncestries  = 30
	maxTerms       = 50
	maxPeople      = 10_000_000_000 // more than live on Earth
)

// faults collects all faults of a form, so that they are shown together.
type faults []errs.Field

func (f *faults) add(field, format string, args ...any) {
	*f = append(*f, errs.Field{Field: field, Message: fmt.Sprintf(format, args...)})
}

// err returns errs.Rule with the fields, nil if there are none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return errs.New(errs.Rule, "rule", "%s", f[0].Message).WithFields(f...)
}

// line trims and checks a one-line text in place; a required one must not be empty.
func (f *faults) line(field string, text *string, most int, needed bool) {
	*text = strings.TrimSpace(*text)
	hidden := oneline.Fault(*text)
	switch {
	case needed && *text == "":
		f.add(field, "Fill this in.")
	case utf8.RuneCountInString(*text) > most:
		f.add(field, "At most %d characters.", most)
	case hidden != "":
		f.add(field, "%s", hidden)
	case needed && !visible(*text):
		f.add(field, "Fill this in.")
	}
}

// text trims and checks a multi-line text in place.
func (f *faults) text(field string, text *string, most int, needed bool) {
	*text = strings.ReplaceAll(strings.TrimSpace(*text), "\r\n", "\n")
	switch {
	case needed && !visible(*text):
		f.add(field, "Fill this in.")
	case utf8.RuneCountInString(*text) > most:
		f.add(field, "At most %d characters.", most)
	case !utf8.ValidString(*text) || strings.ContainsFunc(*text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		f.add(field, "This holds characters that cannot be shown.")
	}
}

// visible reports whether a text contains a visible character.
func visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) })
}

func (f *faults) code(field, value string, codes []Code) {
	if !isCode(codes, value) {
		f.add(field, "Choose one of the list.")
	}
}

func (f *faults) email(field string, text *string, needed bool) {
	before := len(*f)
	f.line(field, text, maxEmail, needed)
	if len(*f) == before && *text != "" && !isEmail(*text) {
		f.add(field, "An address looks like name@example.org.")
	}
}

// isEmail is a simple check: one address, without a display name, with a domain.
func isEmail(text string) bool {
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text {
		return false
	}
	at := strings.LastIndexByte(text, '@')
	return at > 0 && strings.Contains(text[at:], ".")
}

// size checks a number of participants.
func (f *faults) size(field string, n int64) {
	switch {
	case n < 0:
		f.add(field, "A number of people is 0 or more.")
	case n > maxPeople:
		f.add(field, "This is more people than there are.")
	}
}

func (m *Metadata) checkPubID(f *faults) {
	if m.PubID = strings.TrimSpace(m.PubID); m.PubID == "" {
		return
	}
	p, err := ParsePubID(m.PubID)
	if err != nil {
		f.add("pub_id", "%s", sentenceOf(err))
		return
	}
	m.PubID = p.Value
}

func (m *Metadata) checkAncestries(f *faults) {
	if len(m.AncestryCounts) > maxAncestries {
		f.add("ancestry_counts", "At most %d ancestries.", maxAncestries)
		return
	}
	codes := AllCodes().Ancestry
	m.AncestryCounts = slices.Clone(m.AncestryCounts)
	var sum int64
	seen := make(map[[2]string]bool)
	before := len(*f)
	for i := range m.AncestryCounts {
		a, at := &m.AncestryCounts[i], "ancestry_counts."+strconv.Itoa(i)
		f.code(at+".ancestry", a.Ancestry, codes)
		f.size(at+".n", a.N)
		f.line(at+".detail", &a.Detail, maxShortLine, false)
		key := [2]string{a.Ancestry, strings.ToLower(a.Detail)}
		if seen[key] {
			f.add(at+".ancestry", "This ancestry is there already.")
		}
		seen[key] = true
		sum += a.N
	}
	if len(*f) == before && len(m.AncestryCounts) > 0 && sum > m.GlobalSampleSize {
		f.add(
			"ancestry_counts",
			"The ancestries are %s together, more than the %s of the data set.",
			phrase.Counted(sum, "person", "people"),
			phrase.Thousands(m.GlobalSampleSize),
		)
	}
}

func (m *Metadata) checkTerms(f *faults) {
	if len(m.Terms) > maxTerms {
		f.add("terms", "At most %d terms.", maxTerms)
		return
	}
	kept := make([]Term, 0, len(m.Terms))
	for i, t := range m.Terms {
		at := "terms." + strconv.Itoa(i)
		curie, err := ParseTerm(t.CURIE)
		if err != nil {
			f.add(at+".curie", "%s", sentenceOf(err))
			continue
		}
		t.CURIE = curie
		f.line(at+".label", &t.Label, maxShortLine, false)
		if !slices.ContainsFunc(kept, func(k Term) bool { return k.CURIE == t.CURIE }) {
			kept = append(kept, t)
		}
	}
	m.Terms = kept
}

// checked returns the normalised metadata, or errs.Rule.
func (m Metadata) checked() (Metadata, error) {
	f := m.check()
	return m, f.err()
}

func (m *Metadata) ancestriesText() string {
	codes := AllCodes().Ancestry
	parts := make([]string, len(m.AncestryCounts))
	for i, a := range m.AncestryCounts {
		parts[i] = LabelOf(codes, a.Ancestry) + " " + strconv.FormatInt(a.N, 10)
		if a.Detail != "" {
			parts[i] += " (" + a.Detail + ")"
		}
	}
	return spreadsheet.List(parts)
}

func (m *Metadata) termsText() string {
	parts := make([]string, len(m.Terms))
	for i, t := range m.Terms {
		parts[i] = strings.TrimSpace(t.CURIE + " " + t.Label)
	}
	return spreadsheet.List(parts)
}
