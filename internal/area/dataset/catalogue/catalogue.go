// Package catalogue writes records of a data set for other catalogues: schema.org, DataCite 4 and
// DCAT 3, and for reference managers. It only knows these formats: it takes plain values, returns
// bytes, and imports the standard library only. Every record contains the version of the data set
// and the SHA-256 of every file, so that a citation stays valid.
package catalogue

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Record is a data set for catalogues. Texts may contain any characters.
type Record struct {
	ID          string
	URL         string // page of the data set; "" if the server's address is unknown
	Name        string
	Description string
	Version     int64
	Created     time.Time
	Published   *time.Time // first publication; nil for never or unknown
	Modified    time.Time
	Publisher   string
	Home        string // address of the registry; "" if unknown
	Creators    []string
	Study       string
	Institution string
	Access      Access
	Licence     string // as text or address; "" if not stated
	Status      string // changes since its content was made, as a sentence; "" for none
	Publication Publication
	Technique   string // measurement method
	Facts       []Fact // further fields in form order
	Terms       []Term
	Phenotypes  []Phenotype
	Files       []File // current ones
}

// Access is who may download the files.
type Access uint8

// The kinds of access.
const (
	Closed Access = iota // the owners only
	Some                 // named accounts and groups
	Open                 // everyone
)

// Publication is the article that a data set belongs to.
type Publication struct {
	Kind     string // PMID, PMCID or DOI; "" for none
	ID       string
	URL      string
	Citation string // as text; "" for none
}

// Fact is a field and its value as display texts.
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

// Phenotype is a measured trait.
type Phenotype struct {
	Code        string
	Description string
	SampleSize  int64
	Cases       *int64 // nil for a quantitative trait
	Controls    *int64
}

// File is one version of a file.
type File struct {
	Name      string
	Title     string // description of the content
	URL       string // "" if the server's address is unknown
	Version   int
	Size      int64      // bytes
	SHA256    string     // hex
	Check     string     // result of the newest quality check, as a sentence; "" without one
	Published *time.Time // when it became public; nil for never or unknown
}

// year returns the year of publication, or of registration if that is unknown.
func (r *Record) year() string {
	at := r.Created
	if r.Published != nil {
		at = *r.Published
	}
	return strconv.Itoa(at.UTC().Year())
}

// identifier returns the permanent identifier of the record.
func (r *Record) identifier() string {
	if r.URL != "" {
		return r.URL
	}
	return r.ID
}

// keywords returns the traits of a record without duplicates.
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

// mediaTypes maps file extensions to media types, by the last extension.
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

// licence is a recognised licence with its SPDX id and address.
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

// instant formats a time in UTC.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// instantOf formats a time, "" if unknown.
func instantOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return instant(*t)
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// write returns a record as indented JSON. HTML characters are escaped, because pages embed such
// records.
func write(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
