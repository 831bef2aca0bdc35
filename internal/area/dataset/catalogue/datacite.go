package catalogue

import (
	"strconv"
	"strings"
)

type (
	dataciteRecord struct {
		Schema       string               `json:"schemaVersion"`
		Identifiers  []dataciteIdentifier `json:"identifiers"`
		Types        dataciteTypes        `json:"types"`
		Creators     []dataciteName       `json:"creators"`
		Titles       []dataciteTitle      `json:"titles"`
		Publisher    dataciteHolder       `json:"publisher"`
		Year         string               `json:"publicationYear"`
		Subjects     []dataciteSubject    `json:"subjects"`
		Contributors []dataciteName       `json:"contributors,omitempty"`
		Dates        []dataciteDate       `json:"dates"`
		Language     string               `json:"language"`
		URL          string               `json:"url,omitempty"`
		Related      []dataciteRelated    `json:"relatedIdentifiers,omitempty"`
		Sizes        []string             `json:"sizes"`
		Formats      []string             `json:"formats"`
		Version      string               `json:"version"`
		Rights       []dataciteRights     `json:"rightsList,omitempty"`
		Descriptions []dataciteText       `json:"descriptions"`
	}
	dataciteIdentifier struct {
		Identifier string `json:"identifier"`
		Type       string `json:"identifierType"`
	}
	dataciteTypes struct {
		General string `json:"resourceTypeGeneral"`
		Type    string `json:"resourceType"`
	}
	dataciteName struct {
		Name        string           `json:"name"`
		Kind        string           `json:"nameType"`
		Role        string           `json:"contributorType,omitempty"`
		Affiliation []dataciteHolder `json:"affiliation,omitempty"`
	}
	dataciteHolder struct {
		Name string `json:"name"`
	}
	dataciteTitle struct {
		Title string `json:"title"`
	}
	dataciteSubject struct {
		Subject string `json:"subject"`
		Scheme  string `json:"subjectScheme,omitempty"`
		URL     string `json:"valueUri,omitempty"`
		Code    string `json:"classificationCode,omitempty"`
	}
	dataciteDate struct {
		Date string `json:"date"`
		Type string `json:"dateType"`
	}
	dataciteRelated struct {
		ID       string `json:"relatedIdentifier"`
		Type     string `json:"relatedIdentifierType"`
		Relation string `json:"relationType"`
		General  string `json:"resourceTypeGeneral,omitempty"`
	}
	dataciteRights struct {
		Rights string `json:"rights"`
		URL    string `json:"rightsUri,omitempty"`
		ID     string `json:"rightsIdentifier,omitempty"`
		Scheme string `json:"rightsIdentifierScheme,omitempty"`
	}
	dataciteText struct {
		Text string `json:"description"`
		Type string `json:"descriptionType"`
	}
)

// DataCite returns the record as JSON of the DataCite metadata schema 4.
func DataCite(r *Record) ([]byte, error) {
	out := dataciteRecord{
		Schema: "http://datacite.org/schema/kernel-4", Identifiers: []dataciteIdentifier{{r.identifier(), identifierType(r)}},
		Types: dataciteTypes{"Dataset", "Genome-wide association summary statistics"}, Creators: []dataciteName{}, Titles: []dataciteTitle{{r.Name}},
		Publisher: dataciteHolder{r.Publisher}, Year: r.year(), Subjects: []dataciteSubject{},
		Dates:    []dataciteDate{{day(r.Created), "Created"}, {day(r.Modified), "Updated"}},
		Language: "en", URL: r.URL, Related: r.related(), Sizes: []string{}, Formats: []string{}, Version: strconv.FormatInt(r.Version, 10),
		Rights: r.rights(), Descriptions: r.descriptions(),
	}
	if r.Published != nil {
		out.Dates = append(out.Dates, dataciteDate{day(*r.Published), "Issued"})
	}
	for _, name := range r.Creators {
		creator := dataciteName{Name: name, Kind: "Personal"}
		if r.Institution != "" {
			creator.Affiliation = []dataciteHolder{{r.Institution}}
		}
		out.Creators = append(out.Creators, creator)
	}
	if r.Institution != "" {
		out.Contributors = append(out.Contributors, dataciteName{Name: r.Institution, Kind: "Organizational", Role: "HostingInstitution"})
	}
	for _, t := range r.Terms {
		prefix, _, _ := strings.Cut(t.CURIE, ":")
		out.Subjects = append(out.Subjects, dataciteSubject{textOf(t), prefix, t.URL, t.CURIE})
	}
	for i := range r.Phenotypes {
		out.Subjects = append(out.Subjects, dataciteSubject{Subject: r.Phenotypes[i].label()})
	}
	seen := make(map[string]bool)
	for i := range r.Files {
		f := &r.Files[i]
		out.Sizes = append(out.Sizes, strconv.FormatInt(f.Size, 10)+" bytes")
		if media := f.mediaType(); !seen[media] {
			seen[media] = true
			out.Formats = append(out.Formats, media)
		}
	}
	return write(out)
}

func identifierType(r *Record) string {
	if r.URL != "" {
		return "URL"
	}
	return "Local"
}

func textOf(t Term) string {
	if t.Label != "" {
		return t.Label
	}
	return t.CURIE
}

// related lists the article and the files.
func (r *Record) related() (out []dataciteRelated) {
	switch p := r.Publication; p.Kind {
	case "":
	case "PMCID": // not a type of the schema
		out = append(out, dataciteRelated{p.URL, "URL", "IsSupplementTo", "JournalArticle"})
	default:
		out = append(out, dataciteRelated{p.ID, p.Kind, "IsSupplementTo", "JournalArticle"})
	}
	for _, f := range r.Files {
		if f.URL != "" {
			out = append(out, dataciteRelated{f.URL, "URL", "HasPart", "Dataset"})
		}
	}
	return out
}

func (r *Record) rights() []dataciteRights {
	l := r.licence()
	if l.text == "" {
		return nil
	}
	out := dataciteRights{Rights: l.text, URL: l.url, ID: l.spdx}
	if l.spdx != "" {
		out.Scheme = "SPDX"
	}
	return []dataciteRights{out}
}

// descriptions returns the abstract, and values without a place in the schema: facts, and the
// checksum of every file.
func (r *Record) descriptions() []dataciteText {
	out := []dataciteText{{r.Description, "Abstract"}}
	if r.Technique != "" {
		out = append(out, dataciteText{r.Technique, "Methods"})
	}
	if r.Status != "" {
		out = append(out, dataciteText{r.Status, "Other"})
	}
	var lines []string
	for _, f := range r.Facts {
		lines = append(lines, f.Name+": "+f.Value)
	}
	for _, f := range r.Files {
		lines = append(
			lines,
			f.Name+" (version "+strconv.Itoa(f.Version)+", "+strconv.FormatInt(f.Size, 10)+" bytes): "+strings.TrimSpace(f.Check+" SHA-256 "+f.SHA256),
		)
	}
	if len(lines) > 0 {
		out = append(out, dataciteText{strings.Join(lines, "\n"), "TechnicalInfo"})
	}
	return out
}
