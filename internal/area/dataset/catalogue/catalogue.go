// Package catalogue writes what is said about a data set in the forms that other
// catalogues read: schema.org, DataCite 4 and DCAT 3. It owns these forms and
// nothing else: it takes plain values, gives JSON, and imports the standard
// library only. Every record has the version of the data set and the SHA-256 of
// every file, so that a citation stays true.
package catalogue

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Record is a data set as a catalogue shows it. Texts may hold anything.
type Record struct {
	ID          string
	URL         string // page of the data set; "" when the address of the server is not known
	Name        string
	Description string
	Version     int64
	Created     time.Time
	Published   *time.Time // when it was first made public; nil when it is not, or that is not known
	Modified    time.Time
	Publisher   string
	Home        string // address of the registry; "" when it is not known
	Creators    []string
	Study       string
	Institution string
	Access      Access
	Licence     string // as text or address; "" when not stated
	Status      string // what has changed since its content was made, as a sentence; "" for nothing
	Publication Publication
	Technique   string // how it was measured
	Facts       []Fact // what is said besides, in the order of the form
	Terms       []Term
	Phenotypes  []Phenotype
	Files       []File // current ones
}

// Access says who gets the files.
type Access uint8

// The kinds of access.
const (
	Closed Access = iota // nobody but the owners
	Some                 // those who are named
	Open                 // everybody
)

// Publication is the article that a data set belongs to.
type Publication struct {
	Kind     string // PMID, PMCID or DOI; "" for none
	ID       string
	URL      string
	Citation string // as text; "" for none
}

// Fact is a field and its value as people read them.
type Fact struct {
	Name  string
	Value string
}

// Term is a trait in an ontology.
type Term struct {
	CURIE string
	Label string
	URL   string
}

// Phenotype is a trait that was measured.
type Phenotype struct {
	Code        string
	Description string
	SampleSize  int64
	Cases       *int64 // nil for a measured quantity
	Controls    *int64
}

// File is one version of a file.
type File struct {
	Name      string
	Title     string // what is in it
	URL       string // "" when the address of the server is not known
	Version   int
	Size      int64      // bytes
	SHA256    string     // hex
	Check     string     // what the newest quality check says, as a sentence; "" without one
	Published *time.Time // when it became public; nil when it is not, or that is not known
}

// year is that of the publication of a record, or of its registration when that is not known.
func (r *Record) year() string {
	at := r.Created
	if r.Published != nil {
		at = *r.Published
	}
	return strconv.Itoa(at.UTC().Year())
}

// identifier is how the record is named for ever.
func (r *Record) identifier() string {
	if r.URL != "" {
		return r.URL
	}
	return r.ID
}

// keywords are the traits of a record, each once.
func (r *Record) keywords() []string {
	var words []string
	seen := make(map[string]bool)
	add := func(word string) {
		if key := strings.ToLower(word); word != "" && !seen[key] {
			seen[key] = true
			words = append(words, word)
		}
	}
	add("genome-wide association study")
	for _, t := range r.Terms {
		add(t.Label)
	}
	for _, p := range r.Phenotypes {
		add(p.label())
	}
	return words
}

func (p *Phenotype) label() string {
	if p.Description != "" {
		return p.Description
	}
	return p.Code
}

// mediaTypes are those of the endings of file names, the last ending first.
var mediaTypes = []struct{ ending, media string }{
	{".gz", "application/gzip"}, {".bgz", "application/gzip"}, {".zip", "application/zip"}, {".tsv", "text/tab-separated-values"},
	{".csv", "text/csv"}, {".txt", "text/plain"}, {".json", "application/json"}, {".parquet", "application/vnd.apache.parquet"},
	{".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}, {".pdf", "application/pdf"},
}

func (f *File) mediaType() string {
	name := strings.ToLower(f.Name)
	for _, m := range mediaTypes {
		if strings.HasSuffix(name, m.ending) {
			return m.media
		}
	}
	return "application/octet-stream"
}

// licence is what a text about a licence means: its SPDX id and address where
// they are known.
type licence struct{ text, spdx, url string }

var (
	commonsForm = regexp.MustCompile(`(?i)^cc[ -]?by((?:-(?:nc|sa|nd))*)(?:[ -]([1-4]\.[0-9]))?$`)
	zeroForm    = regexp.MustCompile(`(?i)^cc[ -]?0(?:[ -]1\.0)?$`)
	addressForm = regexp.MustCompile(`(?i)^https?://[^\s<>"]+$`)
)

func (r *Record) licence() licence {
	text := strings.TrimSpace(r.Licence)
	l := licence{text: text}
	switch m := commonsForm.FindStringSubmatch(strings.NewReplacer("_", "-", " NC", "-NC", " SA", "-SA", " ND", "-ND").Replace(text)); {
	case addressForm.MatchString(text):
		l.url = text
	case zeroForm.MatchString(text):
		l.spdx, l.url = "CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"
	case m != nil:
		kind, version := "by"+strings.ToLower(m[1]), m[2]
		if version == "" {
			version = "4.0"
		}
		l.spdx = "CC-" + strings.ToUpper(kind) + "-" + version
		l.url = "https://creativecommons.org/licenses/" + kind + "/" + version + "/"
	}
	return l
}

// instant is a time in UTC as the forms write it.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// instantOf is one that may not be known, "" then.
func instantOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return instant(*t)
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// write gives a record as JSON that people can read. Signs of HTML are escaped,
// as such records are put into pages.
func write(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
