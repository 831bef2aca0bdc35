package dataset

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/table"
)

// maxSheetRows is how many data sets one import may have.
const maxSheetRows = 500

// Columns of a sheet that are no fields of the metadata.
const (
	columnID          = "id"
	columnStudy       = "study"
	columnInstitution = "institution"
	columnPhenotype   = "phenotype"
	columnDescription = "phenotype_description"
	columnDichotomous = "dichotomous"
	columnSize        = "sample_size"
	columnCases       = "cases"
	columnControls    = "controls"
)

// column is a field that a sheet may have: its name, and other names by which
// people know it. put writes a value into a draft, or says what is wrong with it.
type column struct {
	key   string
	names []string
	put   func(d *draft, value string) error
}

// clearMark in a cell empties its field; an empty cell leaves it as it is.
const clearMark = "-"

// emptiable are the columns whose field may hold nothing.
var emptiable = []string{
	"ancestry_counts", "genotyping_technology", "analysis_software", "terms", "pub_id", "publication", "data_contributor",
	"data_contributor_email", "license",
}

// fill writes what a cell says into a draft: its value, or that there is none.
func (c *column) fill(d *draft, value string, clear bool) error {
	if !clear {
		return c.put(d, value)
	}
	if !slices.Contains(emptiable, c.key) {
		return fault("“%s” empties a field, and this one has to hold something.", clearMark)
	}
	return c.put(d, "")
}

// draft is what one line of a sheet says.
type draft struct {
	Metadata
	id          string
	study       string
	institution string
	phenotype   string
	description string // of the phenotype
	dichotomous *bool
	size        *int64
	cases       *int64
	controls    *int64
}

// columns are the fields that a sheet may have, in the order of the form.
func columns() []column {
	codes := AllCodes()
	text := func(field func(*draft) *string) func(*draft, string) error {
		return func(d *draft, value string) error { *field(d) = value; return nil }
	}
	code := func(codes []Code, aliases map[string]string, field func(*draft) *string) func(*draft, string) error {
		return func(d *draft, value string) (err error) {
			*field(d), err = codeOfValue(codes, aliases, value)
			return err
		}
	}
	people := func(field func(*draft) **int64) func(*draft, string) error {
		return func(d *draft, value string) error {
			n, err := parsePeople(value)
			*field(d) = &n
			return err
		}
	}
	return []column{
		{columnID, []string{"dataset id"}, text(func(d *draft) *string { return &d.id })},
		{"name", []string{"dataset", "dataset name", "data set", "data set name"}, text(func(d *draft) *string { return &d.Name })},
		{"status", nil, code(codes.Status, statusAliases(), func(d *draft) *string { return &d.Status })},
		{columnStudy, []string{"study id", "study name"}, text(func(d *draft) *string { return &d.study })},
		{columnInstitution, nil, text(func(d *draft) *string { return &d.institution })},
		{"data_source_type", nil, code(codes.DataSourceType, nil, func(d *draft) *string { return &d.DataSourceType })},
		{"data_type", nil, code(codes.DataType, nil, func(d *draft) *string { return &d.DataType })},
		{"genome_build", []string{"build", "assembly"}, code(codes.GenomeBuild, buildAliases(), func(d *draft) *string { return &d.GenomeBuild })},
		{"ancestry", nil, code(codes.Ancestry, ancestryAliases(), func(d *draft) *string { return &d.Ancestry })},
		{"ancestry_counts", nil, putAncestries},
		{"sex", nil, code(codes.Sex, sexAliases(), func(d *draft) *string { return &d.Sex })},
		{"global_sample_size", []string{"subjects", "n"}, func(d *draft, value string) (err error) { d.GlobalSampleSize, err = parsePeople(value); return err }},
		{"genotyping_technology", []string{"technology", "tech"}, text(func(d *draft) *string { return &d.Technology })},
		{"analysis_software", []string{"software"}, text(func(d *draft) *string { return &d.Software })},
		{"terms", []string{"ontology", "efo"}, putTerms},
		{"description", nil, text(func(d *draft) *string { return &d.Description })},
		{"pub_id", []string{"pmid", "doi", "pmcid"}, text(func(d *draft) *string { return &d.PubID })},
		{"publication", nil, text(func(d *draft) *string { return &d.Publication })},
		{"data_submitter", []string{"submitter"}, text(func(d *draft) *string { return &d.Submitter })},
		{"data_submitter_email", []string{"submitter email"}, text(func(d *draft) *string { return &d.SubmitterEmail })},
		{"data_contributor", []string{"contributor", "pi"}, text(func(d *draft) *string { return &d.Contributor })},
		{"data_contributor_email", []string{"contributor email", "pi email"}, text(func(d *draft) *string { return &d.ContributorEmail })},
		{"license", []string{"licence"}, text(func(d *draft) *string { return &d.Licence })},
		{columnPhenotype, []string{"trait", "portal pheno"}, text(func(d *draft) *string { return &d.phenotype })},
		{columnDescription, nil, text(func(d *draft) *string { return &d.description })},
		{columnDichotomous, []string{"kind of trait"}, func(d *draft, value string) (err error) { d.dichotomous, err = parseYes(value); return err }},
		{columnSize, nil, people(func(d *draft) **int64 { return &d.size })},
		{columnCases, nil, people(func(d *draft) **int64 { return &d.cases })},
		{columnControls, nil, people(func(d *draft) **int64 { return &d.controls })},
	}
}

// columnsOf finds for each header the column that it names, nil for none.
// errs.Rule when two headers name the same one.
func columnsOf(headers []string) ([]*column, error) {
	byName := make(map[string]*column)
	all := columns()
	var none Metadata
	labels := make(map[string]string)
	for _, e := range none.sheet("") {
		labels[exportName(e.key)] = e.label
	}
	for i := range all {
		for _, name := range append([]string{all[i].key, labels[all[i].key]}, all[i].names...) {
			if plain := plainName(name); plain != "" {
				byName[plain] = &all[i]
			}
		}
	}
	out := make([]*column, len(headers))
	for i, header := range headers {
		c := byName[plainName(header)]
		if before := slices.Index(out[:i], c); c != nil && before >= 0 {
			return nil, ruleField("text", "The columns “"+shortened(headers[before], 60)+"” and “"+shortened(header, 60)+"” mean the same. Remove one of them.")
		}
		out[i] = c
	}
	return out, nil
}

// plainName is a name without case and without signs between its words.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// errSheet is a fault of a sheet as a whole.
func errSheet(code, format string, args ...any) *errs.Error {
	e := errs.New(errs.Rule, code, format, args...)
	return e.WithFields(errs.Field{Field: "text", Message: e.Detail})
}

// sheet is a table whose columns are understood.
type sheet struct {
	headers []string
	columns []*column // of each header; nil where it says nothing
	rows    []table.Row
}

// sheetOf reads what somebody pasted.
func (s *Service) sheetOf(ctx context.Context, by *auth.Identity, in SheetInput) (*sheet, error) {
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	t, err := table.Read(ctx, strings.NewReader(in.Text), table.Options{})
	if errs.KindOf(err) == errs.Rule || errs.KindOf(err) == errs.TooLarge {
		return nil, errSheet(codeOf(err), "%s", sentenceOf(err))
	}
	if err != nil {
		return nil, err
	}
	if len(t.Rows) > maxSheetRows {
		return nil, errSheet("too_many_rows", "This sheet has %d lines; at most %d are taken at once.", len(t.Rows), maxSheetRows)
	}
	found, err := columnsOf(t.Header)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(found, func(c *column) bool { return c != nil && (c.key == "name" || c.key == columnID) }) {
		return nil, errSheet("no_name", "The first line has to name the columns, and one of them is “name”, or “id” for data sets that are there already.")
	}
	return &sheet{headers: t.Header, columns: found, rows: t.Rows}, nil
}

// plans understands every line of a sheet, and names the studies that it would make.
func (s *Service) plans(ctx context.Context, by *auth.Identity, store sheetReader, t *sheet, in SheetInput) ([]*plan, []*Study, error) {
	known, err := listedPhenotypes()
	if err != nil {
		return nil, nil, err
	}
	pl := &planner{
		s: s, by: by, store: store, createStudies: in.CreateStudies, columns: t.columns, known: known,
		studies: make(map[string]*Study), seen: make(map[string]int),
	}
	plans := make([]*plan, len(t.rows))
	for i, row := range t.rows {
		if plans[i], err = pl.line(ctx, row.Line, row.Cells); err != nil {
			return nil, nil, err
		}
	}
	return plans, pl.newStudies, nil
}
