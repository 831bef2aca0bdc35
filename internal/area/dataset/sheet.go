package dataset

import (
	"cohortium/internal/platform/phrase"
	"context"
	"slices"
	"strings"
	"unicode"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/table"
)

// maxSheetRows limits the data sets of one import.
const maxSheetRows = 500

// Columns of a sheet that are not fields of the metadata.
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

// column is a field that a sheet may contain: its name, its label, and other accepted headers. put
// stores a value in a draft, or returns its fault.
type column struct {
	key      string
	label    string
	names    []string
	optional bool // its field may be empty
	put      func(d *draft, value string) error
}

// clearMark in a cell clears its field; an empty cell keeps it.
const clearMark = "-"

// fill stores the value of a cell in a draft, or clears the field.
func (c *column) fill(d *draft, value string, clear bool) error {
	if !clear {
		return c.put(d, value)
	}
	if !c.optional {
		return fault("“%s” empties a field, and this one has to hold something.", clearMark)
	}
	return c.put(d, "")
}

// draft is the content of one line of a sheet.
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

// columns returns the possible columns of a sheet, in the order of the exported list: the fields of
// a data set, its study by name, and one phenotype.
func columns() []column {
	text := func(at func(*draft) *string) func(*draft, string) error {
		return func(d *draft, value string) error { *at(d) = value; return nil }
	}
	number := func(at func(*draft) **int64) func(*draft, string) error {
		return func(d *draft, value string) error {
			n, err := parsePeople(value)
			*at(d) = &n
			return err
		}
	}
	yes := func(d *draft, value string) (err error) { d.dichotomous, err = parseYes(value); return err }
	out := []column{{key: columnID, names: []string{"dataset id"}, put: text(func(d *draft) *string { return &d.id })}}
	for i := range fields {
		f := &fields[i]
		c := column{key: exportName(f.key), label: f.label, names: f.names, optional: !f.needed}
		if f.key != fieldStudy {
			c.put = func(d *draft, value string) error { return f.write(&d.Metadata, value) }
			out = append(out, c)
			continue
		}
		c.put = text(func(d *draft) *string { return &d.study })
		out = append(out, c, column{key: columnInstitution, put: text(func(d *draft) *string { return &d.institution })})
	}
	return append(
		out,
		column{key: columnPhenotype, names: []string{"trait", "portal pheno"}, put: text(func(d *draft) *string { return &d.phenotype })},
		column{key: columnDescription, put: text(func(d *draft) *string { return &d.description })},
		column{key: columnDichotomous, names: []string{"kind of trait"}, put: yes},
		column{key: columnSize, put: number(func(d *draft) **int64 { return &d.size })},
		column{key: columnCases, put: number(func(d *draft) **int64 { return &d.cases })},
		column{key: columnControls, put: number(func(d *draft) **int64 { return &d.controls })},
	)
}

// columnsOf finds the column of each header, nil for none. errs.Rule if two headers mean the same
// column.
func columnsOf(headers []string) ([]*column, error) {
	byName := make(map[string]*column)
	all := columns()
	for i := range all {
		for _, name := range append([]string{all[i].key, all[i].label}, all[i].names...) {
			if plain := plainName(name); plain != "" {
				byName[plain] = &all[i]
			}
		}
	}
	out := make([]*column, len(headers))
	for i, header := range headers {
		c := byName[plainName(header)]
		if before := slices.Index(out[:i], c); c != nil && before >= 0 {
			return nil, errs.AtField(
				"text",
				"The columns “"+errs.Shortened(headers[before], 60)+"” and “"+errs.Shortened(header, 60)+"” mean the same. Remove one of them.",
			)
		}
		out[i] = c
	}
	return out, nil
}

// plainName returns a name without case and without symbols between its words.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// errSheet is a fault of a whole sheet.
func errSheet(code, format string, args ...any) *errs.Error {
	e := errs.New(errs.Rule, code, format, args...)
	return e.WithFields(errs.Field{Field: "text", Message: e.Detail})
}

// sheet is a table with recognised columns.
type sheet struct {
	headers []string
	columns []*column // of each header; nil if not recognised
	rows    []table.Row
}

// sheetOf reads a pasted table.
func (s *Service) sheetOf(ctx context.Context, by *auth.Identity, in SheetInput) (*sheet, error) {
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	t, err := table.Read(ctx, strings.NewReader(in.Text), table.Options{})
	if errs.KindOf(err) == errs.Rule || errs.KindOf(err) == errs.TooLarge {
		return nil, errSheet(errs.CodeOf(err), "%s", sentenceOf(err))
	}
	if err != nil {
		return nil, err
	}
	if len(t.Rows) > maxSheetRows {
		return nil, errSheet("too_many_rows", "This sheet has %s lines. The maximum is %s.", phrase.Thousands(len(t.Rows)), phrase.Thousands(maxSheetRows))
	}
	found, err := columnsOf(t.Header)
	if err != nil {
		return nil, err
	}
	known, err := listedPhenotypes()
	if err != nil {
		return nil, err
	}
	phenotypeByValues(found, t.Rows, known)
	if !slices.ContainsFunc(found, func(c *column) bool { return c != nil && (c.key == "name" || c.key == columnID) }) {
		return nil, errSheet("no_name", "The first line has to name the columns, and one of them is “name”, or “id” for data sets that are there already.")
	}
	return &sheet{headers: t.Header, columns: found, rows: t.Rows}, nil
}

// plans reads every line of a sheet, and lists the studies that it would register.
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
