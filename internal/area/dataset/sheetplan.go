package dataset

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// The actions for a line of a sheet.
const (
	SheetCreate    = "create"
	SheetChange    = "change"
	SheetUnchanged = "unchanged"
	SheetRefused   = "refused"
)

// SheetCell is a cell with its interpretation.
type SheetCell struct {
	Column  string  // field name
	Value   string  // as typed
	Label   string  // new value in the data set, as displayed; "" for none
	Before  *string // previous value, if it changes; nil otherwise
	Problem string  // why the value is invalid
	Meant   string  // probable value, as displayed; "" if nothing is similar
}

// SheetRow is a line with its planned action.
type SheetRow struct {
	Line      int // 1-based, of the text
	Action    string
	DatasetID string // of the data set that would change
	Cells     []SheetCell
}

// sheetReader are the reads that a sheet needs: of a Store or a Tx.
type sheetReader interface {
	Dataset(ctx context.Context, id string) (*Dataset, error)
	DatasetByName(ctx context.Context, name string) (*Dataset, error)
	Study(ctx context.Context, id string) (*Study, error)
	StudyByName(ctx context.Context, name string) (*Study, error)
	Phenotypes(ctx context.Context, datasetID string) ([]*Phenotype, error)
}

// planner reads the lines of a sheet one after the other.
type planner struct {
	s             *Service
	by            *auth.Identity
	store         sheetReader
	createStudies bool
	columns       []*column // of each cell; nil if not recognised
	known         []KnownPhenotype
	studies       map[string]*Study // by name without case, including those to be registered
	newStudies    []*Study
	seen          map[string]int // line by id and by name without case
}

// plan is the planned change of one line of a sheet.
type plan struct {
	row       SheetRow
	draft     draft
	current   *Dataset // as it is; nil for a new one
	study     *Study
	wasStudy  *Study
	phenotype *Phenotype // as it will be; nil for none
	was       *Phenotype // as it is; nil for a new one
	values    map[string]string
	cleared   map[string]bool   // columns whose cell is clearMark
	faults    map[string]string // messages by column
}

// refuse records the first fault of a column.
func (p *plan) refuse(column, sentence string) {
	if p.faults[column] == "" {
		p.faults[column] = sentence
	}
}

// line plans one line of the sheet. An error is not a fault of the sheet.
func (pl *planner) line(ctx context.Context, line int, cells []string) (*plan, error) {
	p := &plan{row: SheetRow{Line: line}, values: make(map[string]string), cleared: make(map[string]bool), faults: make(map[string]string)}
	for i, c := range pl.columns {
		if c != nil {
			p.values[c.key] = spreadsheet.Plain(cells[i])
			p.cleared[c.key] = strings.TrimSpace(cells[i]) == clearMark
		}
	}
	if err := pl.find(ctx, p); err != nil {
		return nil, err
	}
	if p.faults[columnID] != "" { // nothing to compare the rest with
		pl.show(p)
		return p, nil
	}
	for _, c := range pl.columns {
		if c == nil || p.values[c.key] == "" { // empty: it stays as it is
			continue
		}
		if err := c.fill(&p.draft, p.values[c.key], p.cleared[c.key]); err != nil {
			p.refuse(c.key, sentenceOf(err))
		}
	}
	if err := pl.findStudy(ctx, p); err != nil {
		return nil, err
	}
	for _, f := range p.draft.check() {
		field, _, _ := strings.Cut(f.Field, ".")
		p.refuse(exportName(field), f.Message)
	}
	if err := pl.findPhenotype(ctx, p); err != nil {
		return nil, err
	}
	pl.once(p)
	pl.show(p)
	return p, nil
}

// find finds the data set of a line: by id, else by name, else a new one.
func (pl *planner) find(ctx context.Context, p *plan) error {
	key, id := columnID, p.values[columnID]
	read := func() (*Dataset, error) { return pl.store.Dataset(ctx, id) }
	if id == "" {
		key = "name"
		read = func() (*Dataset, error) { return pl.store.DatasetByName(ctx, p.values["name"]) }
	}
	if p.values[key] == "" {
		return nil
	}
	found, err := read()
	d, r, err := admitted(pl.by, found, err)
	switch {
	case errs.Is(err, errs.NotFound) && id != "":
		p.refuse(columnID, "This data set does not exist, or it is not yours to see.")
		return nil
	case errs.Is(err, errs.NotFound) && found != nil:
		p.refuse("name", "A data set with this name exists already. Choose another name.")
		return nil
	case errs.Is(err, errs.NotFound):
		return nil
	case err != nil:
		return err
	}
	if err := mustEdit(d, r); err != nil {
		p.refuse(key, sentenceOf(err))
	}
	p.current, p.draft.Metadata = d, d.Metadata
	if id != "" && p.values["name"] != "" && !strings.EqualFold(p.values["name"], d.Name) {
		return pl.free(ctx, p)
	}
	return nil
}

// free checks that no other data set has the new name.
func (pl *planner) free(ctx context.Context, p *plan) error {
	other, err := pl.store.DatasetByName(ctx, p.values["name"])
	switch {
	case errs.Is(err, errs.NotFound):
		return nil
	case err != nil:
		return err
	case other.ID != p.current.ID:
		p.refuse("name", "A data set with this name exists already. Choose another name.")
	}
	return nil
}

// findStudy finds the study by its name or id, or plans to register it.
func (pl *planner) findStudy(ctx context.Context, p *plan) (err error) {
	if p.current != nil {
		if p.wasStudy, err = pl.store.Study(ctx, p.current.StudyID); err != nil {
			return err
		}
		p.study = p.wasStudy
	}
	if p.draft.study == "" {
		if p.current == nil {
			p.refuse(columnStudy, "Fill this in.")
		}
		return nil
	}
	key := strings.ToLower(p.draft.study)
	if pl.studies[key] == nil {
		study, err := pl.store.StudyByName(ctx, p.draft.study)
		if errs.Is(err, errs.NotFound) {
			study, err = pl.store.Study(ctx, p.draft.study)
		}
		if errs.Is(err, errs.NotFound) {
			return pl.newStudy(p, key)
		}
		if err != nil {
			return err
		}
		pl.studies[key] = study
	}
	p.study = pl.studies[key]
	p.draft.StudyID = p.study.ID
	if slices.Contains(pl.newStudies, p.study) && p.draft.institution != "" && p.draft.institution != p.study.Institution {
		p.refuse(columnInstitution, "A line above states “"+errs.Shortened(p.study.Institution, 100)+"” of this new study.")
	}
	return nil
}

// newStudy plans to register a study that this line is the first to name.
func (pl *planner) newStudy(p *plan, key string) error {
	in := StudyInput{Name: p.draft.study, Institution: p.draft.institution}
	for _, f := range in.check() {
		p.refuse(map[string]string{"name": columnStudy, "institution": columnInstitution}[f.Field], f.Message)
	}
	p.study = pl.s.newStudy(pl.by, in)
	p.draft.StudyID = p.study.ID
	pl.studies[key] = p.study
	pl.newStudies = append(pl.newStudies, p.study)
	return nil
}

// once refuses a second line for one data set, and a second data set with one name.
func (pl *planner) once(p *plan) {
	name := strings.ToLower(p.draft.Name)
	keys := map[string]string{"name": "name " + name}
	if p.current != nil {
		keys[columnID] = "id " + p.current.ID
	}
	for column, key := range keys {
		before, twice := pl.seen[key]
		if twice && (column != "name" || name != "") {
			if column == columnID && p.values[columnID] == "" {
				column = "name"
			}
			p.refuse(column, "Line "+decimal(int64(before))+" is about the same data set.")
			continue
		}
		pl.seen[key] = p.row.Line
	}
}

// show describes the planned changes, cell by cell.
func (pl *planner) show(p *plan) {
	after, before := p.sheet(), map[string]string{}
	if p.current != nil {
		before = p.sheetBefore()
	}
	if p.study != nil && !pl.createStudies && slices.Contains(pl.newStudies, p.study) {
		p.refuse(columnStudy, "There is no study with this name. Register it first, or let the import create it.")
	}
	changed := p.was == nil && p.phenotype != nil
	reported := make(map[string]bool)
	for _, c := range pl.columns {
		if c == nil {
			continue
		}
		reported[c.key] = true
		cell := SheetCell{Column: c.key, Value: p.values[c.key], Label: after[c.key], Problem: p.faults[c.key]}
		if was, ok := before[c.key]; ok && was != cell.Label {
			cell.Before, changed = &was, changed || c.key != columnInstitution
		}
		if cell.Problem != "" {
			cell.Label, cell.Meant = "", meant(c.key, cell.Value)
		}
		p.row.Cells = append(p.row.Cells, cell)
	}
	for _, c := range columns() { // required columns that the sheet lacks
		if sentence := p.faults[c.key]; sentence != "" && !reported[c.key] {
			p.row.Cells = append(p.row.Cells, SheetCell{Column: c.key, Problem: sentence})
		}
	}
	p.row.Action = p.action(changed)
}

func (p *plan) action(changed bool) string {
	if p.current != nil {
		p.row.DatasetID = p.current.ID
	}
	switch {
	case len(p.faults) > 0:
		return SheetRefused
	case p.current == nil:
		return SheetCreate
	case changed:
		return SheetChange
	}
	return SheetUnchanged
}

// sheet returns the data set after a line as display texts, by column.
func (p *plan) sheet() map[string]string {
	out := make(map[string]string)
	name := ""
	if p.study != nil {
		name, out[columnInstitution] = p.study.Name, p.study.Institution
	}
	for _, e := range p.draft.sheet(name) {
		out[exportName(e.Key)] = e.Text
	}
	if p.current != nil {
		out[columnID] = p.current.ID
	}
	addPhenotype(out, p.phenotype)
	return out
}

func (p *plan) sheetBefore() map[string]string {
	out := map[string]string{columnID: p.current.ID, columnInstitution: p.wasStudy.Institution}
	for _, e := range p.current.sheet(p.wasStudy.Name) {
		out[exportName(e.Key)] = e.Text
	}
	addPhenotype(out, p.was)
	if p.was == nil { // there was none
		for _, key := range []string{columnPhenotype, columnDescription, columnDichotomous, columnSize, columnCases, columnControls} {
			out[key] = ""
		}
	}
	return out
}

func addPhenotype(out map[string]string, p *Phenotype) {
	if p == nil {
		return
	}
	for _, e := range p.sheet() {
		out[phenotypeColumn(e.Key)] = e.Text
	}
}

// phenotypeColumn returns the column of a field of a phenotype.
func phenotypeColumn(field string) string {
	if field == "description" {
		return columnDescription
	}
	return field
}
