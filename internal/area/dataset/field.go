package dataset

import (
	"strconv"

	"cohortium/internal/platform/record"
)

// form is how a field is written, and so how it is checked.
type form uint8

const (
	oneLine form = iota
	manyLines
	address // of mail
	coded   // one of a list
	people  // a number of them
	listed  // has its own functions
)

// field is one field of what is said about a data set. The table of them is the
// one place that knows the fields: the check of a form, the history, the sheet
// that is imported, the list that is exported and what catalogues show follow it.
type field struct {
	key    string // of the API
	label  string
	names  []string // other headings by which a sheet has it
	form   form
	needed bool // has to hold something
	fact   bool // a fact of the data set in the records of catalogues

	text     func(*Metadata) *string // of what is kept as text
	most     int                     // characters
	codes    []Code
	aliases  map[string]string // other names of codes
	fallback string            // code where none is given

	// What listed fields and numbers do by themselves.
	judge func(*Metadata, *faults)
	show  func(*Metadata) string
	put   func(*Metadata, string) error
}

// fieldStudy is the field that holds an id, where people see and write a name.
const fieldStudy = "study_id"

// fields are all of them in the order of the exported list.
var fields = []field{
	{
		key: "name", label: "Name", names: []string{"dataset", "dataset name", "data set", "data set name"}, needed: true,
		most: maxName, text: func(m *Metadata) *string { return &m.Name },
	},
	{
		key: "status", label: "Status", form: coded, codes: AllCodes().Status, aliases: statusAliases(), needed: true, fact: true,
		text: func(m *Metadata) *string { return &m.Status },
	},
	{
		key: fieldStudy, label: "Study", names: []string{"study id", "study name"}, needed: true,
		most: 64, text: func(m *Metadata) *string { return &m.StudyID },
	},
	{
		key: "data_source_type", label: "Data source", form: coded, codes: AllCodes().DataSourceType, fallback: sourceFile, needed: true,
		text: func(m *Metadata) *string { return &m.DataSourceType },
	},
	{
		key: "data_type", label: "Data type", form: coded, codes: AllCodes().DataType, needed: true, fact: true,
		text: func(m *Metadata) *string { return &m.DataType },
	},
	{
		key: "genome_build", label: "Genome build", names: []string{"build", "assembly"}, form: coded, codes: AllCodes().GenomeBuild,
		aliases: buildAliases(), needed: true, fact: true, text: func(m *Metadata) *string { return &m.GenomeBuild },
	},
	{
		key: "ancestry", label: "Ancestry", form: coded, codes: AllCodes().Ancestry, aliases: ancestryAliases(), needed: true, fact: true,
		text: func(m *Metadata) *string { return &m.Ancestry },
	},
	{
		key: "ancestry_counts", label: "People per ancestry", form: listed, fact: true,
		judge: (*Metadata).checkAncestries, show: (*Metadata).ancestriesText, put: putAncestries,
	},
	{
		key: "sex", label: "Sex", form: coded, codes: AllCodes().Sex, aliases: sexAliases(), needed: true, fact: true,
		text: func(m *Metadata) *string { return &m.Sex },
	},
	{
		key: "global_sample_size", label: "Global sample size", names: []string{"subjects", "n"}, form: people, needed: true, fact: true,
		judge: func(m *Metadata, f *faults) { f.size("global_sample_size", m.GlobalSampleSize) },
		show:  func(m *Metadata) string { return strconv.FormatInt(m.GlobalSampleSize, 10) },
		put: func(m *Metadata, value string) (err error) {
			m.GlobalSampleSize, err = parsePeople(value)
			return err
		},
	},
	{
		key: "genotyping_technology", label: "Genotyping technology", names: []string{"technology", "tech"},
		most: maxShortLine, text: func(m *Metadata) *string { return &m.Technology },
	},
	{
		key: "analysis_software", label: "Analysis software", names: []string{"software"}, fact: true,
		most: maxShortLine, text: func(m *Metadata) *string { return &m.Software },
	},
	{
		key: "terms", label: "Ontology terms", names: []string{"ontology", "efo"}, form: listed,
		judge: (*Metadata).checkTerms, show: (*Metadata).termsText, put: putTerms,
	},
	{
		key: "description", label: "Description", form: manyLines, needed: true,
		most: maxDescription, text: func(m *Metadata) *string { return &m.Description },
	},
	{
		key: "pub_id", label: "Publication ID", names: []string{"pmid", "doi", "pmcid"},
		text: func(m *Metadata) *string { return &m.PubID }, judge: (*Metadata).checkPubID,
	},
	{
		key: "publication", label: "Publication", form: manyLines,
		most: maxPublication, text: func(m *Metadata) *string { return &m.Publication },
	},
	{
		key: "data_submitter", label: "Data submitter", names: []string{"submitter"}, needed: true,
		most: maxLine, text: func(m *Metadata) *string { return &m.Submitter },
	},
	{
		key: "data_submitter_email", label: "Data submitter e-mail", names: []string{"submitter email"}, form: address, needed: true,
		most: maxEmail, text: func(m *Metadata) *string { return &m.SubmitterEmail },
	},
	{
		key: "data_contributor", label: "Principal investigator", names: []string{"contributor", "pi"},
		most: maxLine, text: func(m *Metadata) *string { return &m.Contributor },
	},
	{
		key: "data_contributor_email", label: "Principal investigator e-mail", names: []string{"contributor email", "pi email"}, form: address,
		most: maxEmail, text: func(m *Metadata) *string { return &m.ContributorEmail },
	},
	{
		key: "license", label: "Licence", names: []string{"licence"},
		most: maxLine, text: func(m *Metadata) *string { return &m.Licence },
	},
}

// check brings the field into the form in which it is kept, and names what cannot be kept.
func (d *field) check(m *Metadata, f *faults) {
	switch {
	case d.judge != nil:
		d.judge(m, f)
	case d.form == coded:
		if value := d.text(m); *value == "" {
			*value = d.fallback
		}
		f.code(d.key, *d.text(m), d.codes)
	case d.form == address:
		f.email(d.key, d.text(m), d.needed)
	case d.form == manyLines:
		f.text(d.key, d.text(m), d.most, d.needed)
	default:
		f.line(d.key, d.text(m), d.most, d.needed)
	}
}

// shown is the field as people see it; study is the name of the data set's study.
func (d *field) shown(m *Metadata, study string) string {
	switch {
	case d.key == fieldStudy:
		return study
	case d.show != nil:
		return d.show(m)
	case d.form == coded:
		return LabelOf(d.codes, *d.text(m))
	}
	return *d.text(m)
}

// write takes over what a cell of a sheet says.
func (d *field) write(m *Metadata, value string) (err error) {
	switch {
	case d.put != nil:
		return d.put(m, value)
	case d.form == coded:
		*d.text(m), err = codeOfValue(d.codes, d.aliases, value)
		return err
	}
	*d.text(m) = value
	return nil
}

// check brings the metadata into the form in which they are kept and names what
// cannot be kept, by the names of the API's fields. Whether the study exists is
// for the store to say.
func (m *Metadata) check() (f faults) {
	for i := range fields {
		fields[i].check(m, &f)
	}
	return f
}

// sheet is everything that is said about a data set as people see it, in the
// order of the exported list. Study is the name of its study.
func (m *Metadata) sheet(study string) []record.Value {
	values := make([]record.Value, len(fields))
	for i := range fields {
		values[i] = record.Of(fields[i].key, fields[i].label, fields[i].shown(m, study))
	}
	return values
}

// facts are those fields that catalogues show and that say something.
func (m *Metadata) facts() (out []record.Value) {
	for i := range fields {
		if text := fields[i].shown(m, ""); fields[i].fact && text != "" {
			out = append(out, record.Of(fields[i].key, fields[i].label, text))
		}
	}
	return out
}
