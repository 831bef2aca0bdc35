package recognise

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Judgement is the evidence of the rows of a file about one reading of it: a mapping with the
// conventions and the build that were stated. Every entry point follows it.
type Judgement struct {
	// Doubts are questions that the evidence raises. An answer overrules them.
	Doubts []Question
	// Against contradicts the reading, whatever a person states; each finding blocks.
	Against []sumstats.Finding
	// Notes are reported and change nothing.
	Notes []sumstats.Finding
	Build BuildGuess

	adapt sumstats.Mapping // columns whose field the values settle
	read  sumstats.Reading // of P
}

// doubt adds a question about columns of the mapping.
func (j *Judgement) doubt(q Question) { j.Doubts = append(j.Doubts, q) }

func (j *Judgement) against(f sumstats.Finding) {
	f.Level = sumstats.Block
	j.Against = append(j.Against, f)
}

func (j *Judgement) note(f sumstats.Finding) {
	f.Level = sumstats.Warn
	j.Notes = append(j.Notes, f)
}

// adopt maps a column, or none, to a field, as its values determine.
func (j *Judgement) adopt(f sumstats.Field, column string) {
	if j.adapt == nil {
		j.adapt = sumstats.Mapping{}
	}
	j.adapt[f] = column
}

// reading is a decided reading of some rows of a file.
type reading struct {
	Judgement
	mapping sumstats.Mapping
	rows    []sumstats.Row // as the mapping reads them, those included that are left out
	index   *markerIndex
	markers []*marker // of each row, nil where no variant is known
	build   genome.Build
	// zeroBased: positions were shifted by one already.
	zeroBased bool
	// cells are the sampled lines, nil when only rows are at hand.
	cells *look
}

// look holds the data of a file with which an Inspection judges readings of it.
type look struct {
	layout   *sumstats.Layout
	rows     *sample
	index    *markerIndex
	software software     // the zero value when it was not recognised
	named    genome.Build // assembly that the header names
	profiles []profile
}

// judge reads the sampled rows by a mapping and judges that reading.
func (l *look) judge(m sumstats.Mapping, a *Answers) (*Judgement, error) {
	opt := sumstats.ReadOptions{Mapping: m, PLINKCodes: l.software.plinkCodes, Conventions: a.Conventions, KeepSymbolic: true, ZAsEffect: true,
		N: a.Totals.N, NCases: a.Totals.NCases, NControls: a.Totals.NControls}
	rows, _, err := sumstats.ParseLines(l.layout, opt, func(line func([]byte, uint32)) {
		for i := range l.rows.rows {
			line(l.rows.rows[i].line, l.rows.rows[i].no)
		}
	})
	if err != nil {
		return nil, err
	}
	r := reading{mapping: m, rows: rows, index: l.index, build: a.Build, zeroBased: a.Conventions.ZeroBased, cells: l}
	j := r.judge()
	l.judgeForms(m, j)
	return j, nil
}

// judge compares the reading with every kind of evidence.
func (r *reading) judge() *Judgement {
	r.markers = make([]*marker, len(r.rows))
	for i := range r.rows {
		r.markers[i] = r.index.of(place{r.rows[i].Chromosome, r.rows[i].Position}, r.rows[i].RSID)
	}
	r.judgePositions()
	r.judgeAlleles()
	r.judgeFrequency()
	r.judgeAssociation()
	r.judgeErrors()
	r.judgeNatural()
	r.oneSigned()
	r.judgeSizes()
	r.judgeParts()
	return &r.Judgement
}

// column returns the name of the column of the first of the fields that has one.
func (r *reading) column(fields ...sumstats.Field) string {
	for _, f := range fields {
		if c := r.mapping[f]; c != "" {
			return c
		}
	}
	return ""
}

// ask makes a question with the options of one column: keeping it as the field,
// and others.
func (r *reading) ask(f sumstats.Field, text string, evidence []string, options ...Option) Question {
	column := r.mapping[f]
	return Question{Fields: []sumstats.Field{f}, Text: text, Evidence: evidence, Options: likelyFirst(options), columns: []string{column}, judged: true}
}

// as returns the option to read a column as another field than it is mapped to.
func (r *reading) as(label string, was, is sumstats.Field, when string) Option {
	o := Option{Label: label, Columns: sumstats.Mapping{is: r.mapping[was]}, field: is, when: when}
	if was != is {
		o.Columns[was] = ""
	}
	return o
}

// likely marks an option as the one that the evidence supports.
func (o Option) likely() Option {
	o.Likely = true
	return o
}

// CodeContradicted is the code of a file whose rows contradict what was decided.
const CodeContradicted textfile.ErrorCode = "contradicted"

// Confirm judges rows and lines from all over a file by the decision that it was read with: what
// only later rows show is an error here. Rows are as the decision reads them.
func (d *Decision) Confirm(s sumstats.Sample) error {
	if d.look == nil {
		return nil
	}
	r := reading{mapping: d.Mapping, rows: s.Rows, index: d.look.index, build: d.answers.Build, zeroBased: d.answers.ZeroBased, cells: d.look.at(s.Lines)}
	j := r.judge()
	for _, f := range j.Against {
		return &textfile.FileError{Code: refusalCode(f), What: f.Message, Remedy: f.Remedy, Line: f.Line}
	}
	for _, q := range j.Doubts {
		if q.given(d.answers.Map) == nil && q.decides() {
			return &textfile.FileError{Code: CodeContradicted, What: strings.Join(q.Evidence, " ") + " " + q.Text, Remedy: answersTo(q, MapFlag)}
		}
	}
	return nil
}

// shareOf words a part of a whole for evidence: "1,635 of 1,635 known variants".
func shareOf(n, all int, what string) string {
	return fmt.Sprintf("%s of %s", thousands(n), counted(all, what))
}

// at returns the look at other lines of the same file, whose columns it profiles on request.
func (l *look) at(lines []sumstats.Line) *look {
	s := sampler{layout: l.layout, first: len(lines)}
	for _, line := range lines {
		s.take(line.Text, line.No)
	}
	return &look{layout: l.layout, rows: &s.sample, index: l.index, software: l.software, named: l.named}
}

// profile returns the profile of the values of a column; nil without such a column.
func (l *look) profile(column string) *profile {
	i := slices.Index(l.layout.Header, column)
	switch {
	case i < 0:
		return nil
	case l.profiles == nil:
		c := profileColumn(i, column, l.rows)
		return &c
	}
	return &l.profiles[i]
}
