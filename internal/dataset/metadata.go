package dataset

import (
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/errs"
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
	maxPeople      = 10_000_000_000 // more than live
)

// faults collects what is wrong with a form, so that people see all of it at once.
type faults []errs.Field

func (f *faults) add(field, format string, args ...any) {
	*f = append(*f, errs.Field{Field: field, Message: fmt.Sprintf(format, args...)})
}

// err is errs.Rule with the fields, nil when there are none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return errs.New(errs.Rule, "rule", "%s", f[0].Message).WithFields(f...)
}

// line trims a text of one line in place and checks it; needed ones must say something.
func (f *faults) line(field string, text *string, most int, needed bool) {
	*text = strings.TrimSpace(*text)
	switch {
	case needed && !visible(*text):
		f.add(field, "Please fill this in.")
	case utf8.RuneCountInString(*text) > most:
		f.add(field, "At most %d characters.", most)
	case !utf8.ValidString(*text) || strings.ContainsFunc(*text, unicode.IsControl):
		f.add(field, "One line, without characters that cannot be shown.")
	}
}

// text trims a text of any lines in place and checks it.
func (f *faults) text(field string, text *string, most int, needed bool) {
	*text = strings.ReplaceAll(strings.TrimSpace(*text), "\r\n", "\n")
	switch {
	case needed && !visible(*text):
		f.add(field, "Please fill this in.")
	case utf8.RuneCountInString(*text) > most:
		f.add(field, "At most %d characters.", most)
	case !utf8.ValidString(*text) || strings.ContainsFunc(*text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		f.add(field, "This holds characters that cannot be shown.")
	}
}

// visible reports that people see something of a text.
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

// isEmail is a simple check: one address, without a name, with a domain.
func isEmail(text string) bool {
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text {
		return false
	}
	at := strings.LastIndexByte(text, '@')
	return at > 0 && strings.Contains(text[at:], ".")
}

// size checks a number of people.
func (f *faults) size(field string, n int64) {
	switch {
	case n < 0:
		f.add(field, "A number of people is 0 or more.")
	case n > maxPeople:
		f.add(field, "This is more people than there are.")
	}
}

// check brings the metadata into the form in which they are kept and names what
// cannot be kept, by the names of the API's fields. Whether the study exists is
// for the store to say.
func (m *Metadata) check() (f faults) {
	codes := AllCodes()
	f.line("name", &m.Name, maxName, true)
	f.line("study_id", &m.StudyID, 64, true)
	if m.DataSourceType == "" {
		m.DataSourceType = sourceFile
	}
	f.code("data_source_type", m.DataSourceType, codes.DataSourceType)
	f.code("data_type", m.DataType, codes.DataType)
	f.code("genome_build", m.GenomeBuild, codes.GenomeBuild)
	f.code("ancestry", m.Ancestry, codes.Ancestry)
	f.code("sex", m.Sex, codes.Sex)
	f.size("global_sample_size", m.GlobalSampleSize)
	f.code("status", m.Status, codes.Status)
	f.line("data_submitter", &m.Submitter, maxLine, true)
	f.email("data_submitter_email", &m.SubmitterEmail, true)
	f.line("data_contributor", &m.Contributor, maxLine, false)
	f.email("data_contributor_email", &m.ContributorEmail, false)
	f.text("description", &m.Description, maxDescription, true)
	f.text("publication", &m.Publication, maxPublication, false)
	f.line("genotyping_technology", &m.Technology, maxShortLine, false)
	f.line("analysis_software", &m.Software, maxShortLine, false)
	f.line("license", &m.Licence, maxLine, false)
	m.checkPubID(&f)
	m.checkAncestries(&f, codes.Ancestry)
	m.checkTerms(&f)
	return f
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

func (m *Metadata) checkAncestries(f *faults, codes []Code) {
	if len(m.AncestryCounts) > maxAncestries {
		f.add("ancestry_counts", "At most %d ancestries.", maxAncestries)
		return
	}
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
		f.add("ancestry_counts", "The ancestries are %d people together, more than the %d of the data set.", sum, m.GlobalSampleSize)
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

// checked is the metadata in the form in which they are kept, or errs.Rule.
func (m Metadata) checked() (Metadata, error) {
	f := m.check()
	return m, f.err()
}

// entry is a field of a form as people see it.
type entry struct {
	key   string // name of the API's field
	label string
	value string
}

// sheet is everything that is said about a data set as people see it, in the
// order of the form. Study is the name of its study.
func (m *Metadata) sheet(study string) []entry {
	codes := AllCodes()
	return []entry{
		{"name", "Name", m.Name},
		{"status", "Status", LabelOf(codes.Status, m.Status)},
		{"study_id", "Study", study},
		{"data_source_type", "Data source", LabelOf(codes.DataSourceType, m.DataSourceType)},
		{"data_type", "Data type", LabelOf(codes.DataType, m.DataType)},
		{"genome_build", "Genome build", LabelOf(codes.GenomeBuild, m.GenomeBuild)},
		{"ancestry", "Ancestry", LabelOf(codes.Ancestry, m.Ancestry)},
		{"ancestry_counts", "People per ancestry", m.ancestriesText()},
		{"sex", "Sex", LabelOf(codes.Sex, m.Sex)},
		{"global_sample_size", "Global sample size", strconv.FormatInt(m.GlobalSampleSize, 10)},
		{"genotyping_technology", "Genotyping technology", m.Technology},
		{"analysis_software", "Analysis software", m.Software},
		{"terms", "Ontology terms", m.termsText()},
		{"description", "Description", m.Description},
		{"pub_id", "Publication ID", m.PubID},
		{"publication", "Publication", m.Publication},
		{"data_submitter", "Data submitter", m.Submitter},
		{"data_submitter_email", "Data submitter email", m.SubmitterEmail},
		{"data_contributor", "Principal investigator", m.Contributor},
		{"data_contributor_email", "Principal investigator email", m.ContributorEmail},
		{"license", "Licence", m.Licence},
	}
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
	return strings.Join(parts, "; ")
}

func (m *Metadata) termsText() string {
	parts := make([]string, len(m.Terms))
	for i, t := range m.Terms {
		parts[i] = strings.TrimSpace(t.CURIE + " " + t.Label)
	}
	return strings.Join(parts, "; ")
}
