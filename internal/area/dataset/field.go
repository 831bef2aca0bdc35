package dataset

import (
	"strconv"

	"cohortium/internal/platform/record"
)

// form is the form of a field's value, which determines its check.
type form uint8

const (
	oneLine form = iota
	manyLines
	address // of mail
	coded   // one of a list
	people  // number of participants
	listed  // uses its own functions
)

// field is one field of the metadata of a data set. The table of fields is the only place that
// knows them: forms, history, sheet import, export and catalogue records follow it.
type field struct {
	key    string // in the API
	label  string
	names  []string // other headers in sheets
	form   form
	needed bool // must not be empty
	fact   bool // shown as a fact in catalogue records

	text     func(*Metadata) *string // where it is stored, for texts
	most     int                     // maximum length in characters
	codes    []Code
	aliases  map[string]string // other names of codes
	fallback string            // code if none is given

	// The functions of listed fields and numbers.
	judge func(*Metadata, *faults)
	show  func(*Metadata) string
	put   func(*Metadata, string) error
}

// fieldStudy is a field that contains an id; users see and type the name.
const fieldStudy = "study_id"

// fields are all fields in the order of the exported list.
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

// check normalises the field and reports its faults.
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

// shown returns the display text of the field; study is the name of the data set's study.
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

// write stores the value of a cell of a sheet.
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

// check normalises the metadata and reports their faults, by the field names of the API. The store
// checks whether the study exists.
func (m *Metadata) check() (f faults) {
	for i := range fields {
		fields[i].check(m, &f)
	}
	return f
}

// sheet returns the complete metadata of a data set as display texts, in the order of the exported
// list. study is the name of its study.
func (m *Metadata) sheet(study string) []record.Value {
	values := make([]record.Value, len(fields))
	for i := range fields {
		values[i] = record.Of(fields[i].key, fields[i].label, fields[i].shown(m, study))
	}
	return values
}

// facts returns the non-empty fields that catalogues show.
func (m *Metadata) facts() (out []record.Value) {
	for i := range fields {
		if text := fields[i].shown(m, ""); fields[i].fact && text != "" {
			out = append(out, record.Of(fields[i].key, fields[i].label, text))
		}
	}
	return out
}
