package recognise

import (
	"io"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Source is a file to be inspected.
type Source struct {
	Name   string
	Reader io.Reader
	// Partial reports that Reader has only the beginning of the file, so a stream cut in the middle
	// is not an error.
	Partial bool
}

// InspectOptions bound how much is looked at.
type InspectOptions struct {
	// Rows taken from the beginning; 0 is 10,000.
	Rows int
	// Whole reads on to the end and samples every part of the file, which counts
	// the rows and finds faults behind the beginning.
	Whole  bool
	Limits textfile.Limits
}

// ColumnGuess is one field and the column proposed for it.
type ColumnGuess struct {
	Field      sumstats.Field `json:"field"`
	Column     string         `json:"column"`
	Confidence Confidence     `json:"confidence"`
	Reason     string         `json:"reason"`
	Question   string         `json:"question,omitempty"`
	// Likely reports that the proposed answer to the question is the likely one.
	Likely bool `json:"likely,omitempty"`
	// Set is the analysis that the column belongs to, where there are several.
	Set          string   `json:"set,omitempty"`
	Alternatives []string `json:"alternatives,omitempty"`
	// Evidence holds sentences with further evidence about the column besides the reason.
	Evidence []string `json:"evidence,omitempty"`
	ColumnValues
}

// ColumnValues describes the sampled values of a column.
type ColumnValues struct {
	Examples     []string `json:"examples"`
	ShareParsed  float64  `json:"share_parsed"`
	ShareMissing float64  `json:"share_missing"`
	Min          *float64 `json:"min,omitempty"`
	Max          *float64 `json:"max,omitempty"`
}

// HeaderColumn is one column of the file, mapped or not.
type HeaderColumn struct {
	Column string         `json:"column"`
	Field  sumstats.Field `json:"field,omitempty"` // proposed
	ColumnValues
}

// Inspection is the result of inspecting the beginning of a file. It is also the JSON of the
// inspect command and of the preview call.
type Inspection struct {
	Name            string             `json:"name"`
	Format          string             `json:"format"`       // software, "unknown" when not recognised
	FormatLabel     string             `json:"format_label"` // its name for people
	FormatNote      string             `json:"format_note,omitempty"`
	Compression     string             `json:"compression"`
	Encoding        string             `json:"encoding"`
	Delimiter       textfile.Delimiter `json:"delimiter"`
	HeaderDelimiter textfile.Delimiter `json:"header_delimiter"`
	LineEnds        string             `json:"line_ends"`
	HeaderLine      int                `json:"header_line"` // 1-based; 0 when there is none
	HeaderHash      string             `json:"header_hash"` // SHA-256 of the names
	CommentLines    int                `json:"comment_lines"`
	Build           BuildGuess         `json:"build"`
	Scale           ScaleGuess         `json:"effect_scale"`
	Columns         []ColumnGuess      `json:"columns"`
	Sets            []ColumnSet        `json:"sets,omitempty"` // analyses to choose from
	Asked           []Question         `json:"questions"`
	Unmapped        []string           `json:"unmapped"`
	Header          []HeaderColumn     `json:"header"`
	Sample          [][]string         `json:"sample"` // five rows, cells in header order
	RowsLookedAt    int                `json:"rows_looked_at"`
	Rows            int64              `json:"rows,omitempty"` // of the whole file, when it was read to its end
	Totals          FileTotals         `json:"study_totals"`
	Findings        []sumstats.Finding `json:"findings"`

	look  *look              // for judging readings
	basis []sumstats.Finding // those of Findings that hold for every reading
}

// Inspect looks at a file and proposes a mapping. A file that cannot be read is a *FileError;
// everything else is a finding.
func Inspect(src Source, opt InspectOptions) (*Inspection, error) {
	if opt.Rows <= 0 {
		opt.Rows = 10_000
	}
	open := textfile.Open
	if src.Partial {
		open = textfile.OpenStart
	}
	c, err := open(src.Reader, opt.Limits)
	if err != nil {
		return nil, err
	}
	head, err := c.ReadHead()
	if err != nil {
		return nil, err
	}
	l, err := sumstats.DetectLayout(head, head.Complete && !src.Partial, opt.Limits, isAlias)
	if err != nil {
		if head.Cause != nil && !src.Partial {
			return nil, head.Cause
		}
		return nil, err
	}
	rows := takeSample(c.Body(head, l.Layout), l, opt, src.Partial)
	in := &Inspection{Name: src.Name, Compression: c.Compression, Encoding: c.Encoding, Delimiter: l.Delimiter,
		HeaderDelimiter: l.HeaderDelimiter, LineEnds: head.Ends.String(), HeaderLine: l.HeaderLine, HeaderHash: l.HeaderHash(),
		CommentLines: l.CommentLines, RowsLookedAt: len(rows.rows)}
	if rows.whole {
		in.Rows = rows.total
	}
	return in, in.fill(l, &rows)
}

// fill adds the evidence of the sampled rows.
func (in *Inspection) fill(l *sumstats.Layout, rows *sample) error {
	index, err := markers()
	if err != nil {
		return err
	}
	profiles := profileColumns(l, rows)
	s := suggest(l, profiles, rows, index)
	in.Format, in.FormatLabel = "unknown", "not recognised"
	if s.known {
		in.Format, in.FormatLabel, in.FormatNote = s.software.id, s.software.label, s.software.note
	}
	in.look = &look{layout: l, rows: rows, index: index, software: s.software, named: headerBuild(l, profiles), profiles: profiles}
	in.describeColumns(s)
	in.sampleRows(l, rows)
	in.Totals = s.totals(l, rows)
	in.Findings = []sumstats.Finding{}
	in.layoutFindings(l, rows)
	in.Findings = append(in.Findings, s.findings...)
	in.derivedFindings(s)
	in.valueFindings(s)
	in.basis = slices.Clone(in.Findings)
	in.judged()
	return nil
}

// adapted sets the field of a column as its values have settled.
func (in *Inspection) adapted(d *Decision) {
	for i := range in.Columns {
		c := &in.Columns[i]
		if c.Confidence == Ask || d.Mapping[c.Field] == c.Column {
			continue
		}
		for _, f := range []sumstats.Field{sumstats.FieldNEff, sumstats.FieldNEffHalf} {
			if d.Mapping[f] == c.Column {
				c.Field = f
			}
		}
	}
}

// judged adds the judgement of the proposed reading.
func (in *Inspection) judged() {
	d := in.Decide(Answers{})
	in.adapted(d)
	in.Build, in.Scale = d.Build, d.Scale
	in.Asked = append(append([]Question{}, d.Open...), d.Aside...)
	if _, is := in.foreign(); is {
		return // whatever the columns are called
	}
	in.mappingFindings()
	in.Findings = append(append(in.Findings, d.Against...), d.Notes...)
}

func (in *Inspection) describeColumns(s *suggestion) {
	in.Columns, in.Unmapped, in.Sets = []ColumnGuess{}, []string{}, s.columnSets()
	fields := map[int]sumstats.Field{}
	for _, f := range sumstats.Fields() {
		p := s.get(f)
		if p == nil {
			continue
		}
		if !f.NamesAllele() {
			fields[p.col] = f
		}
		c := &s.profiles[p.col]
		in.Columns = append(in.Columns, ColumnGuess{
			Field:      f,
			Column:     c.name,
			Confidence: p.confidence,
			Reason: p.seen(
				c,
			),
			Question:     p.question,
			Likely:       p.likely && p.confidence == Ask,
			Set:          p.set,
			Alternatives: p.alternatives,
			Evidence:     p.evidence,
			ColumnValues: c.values(f),
		})
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		f, mapped := fields[i]
		h := HeaderColumn{Column: c.name}
		if mapped {
			h.Field, h.ColumnValues = f, c.values(f)
		} else {
			h.ColumnValues = c.values("")
			in.Unmapped = append(in.Unmapped, c.name)
		}
		in.Header = append(in.Header, h)
	}
}

// seen returns the reason why a column was taken, with a description of its values.
func (p *proposal) seen(c *profile) string {
	if p.confidence == Ask {
		return p.reason
	}
	if like := c.like(p.field); like != "" {
		return p.reason + " " + like
	}
	return p.reason
}

// values describes a column as the field f, which is empty for no field.
func (c *profile) values(f sumstats.Field) ColumnValues {
	v := ColumnValues{Examples: c.examples, ShareParsed: 1}
	if v.Examples == nil {
		v.Examples = []string{}
	}
	if f != "" {
		v.ShareParsed = c.parsed(f)
	}
	if c.rows > 0 {
		v.ShareMissing = float64(c.missing) / float64(c.rows)
	}
	if c.numbers > 0 && (f == "" || f.Numeric()) {
		lo, hi := c.min, c.max
		v.Min, v.Max = &lo, &hi
	}
	return v
}

// sampleSize is how many rows are shown.
const sampleSize = 5

func (in *Inspection) sampleRows(l *sumstats.Layout, rows *sample) {
	in.Sample = [][]string{}
	for _, row := range rows.rows[:min(sampleSize, len(rows.rows))] {
		cells := make([]string, len(l.Header))
		for i := range l.Header {
			cells[i] = strings.ToValidUTF8(sumstats.ExampleText(row.cell(i)), "?")
		}
		in.Sample = append(in.Sample, cells)
	}
}

// Mapping returns the proposal as a mapping: the fields that are certain or likely, and with asked
// also those that are a question.
func (in *Inspection) Mapping(asked bool) sumstats.Mapping {
	m := sumstats.Mapping{}
	for _, c := range in.Columns {
		if asked || c.Confidence != Ask {
			m[c.Field] = c.Column
		}
	}
	return m
}

// Program returns the program that made the analysis, "" when many write the layout.
func (in *Inspection) Program() string {
	for _, s := range slices.Concat(analysisSoftware, tableSoftware) {
		if s.id == in.Format {
			return s.label
		}
	}
	return ""
}

// Damaged returns the error of a file that is damaged in what was looked at: behind the damage the
// values are random.
func (in *Inspection) Damaged() error {
	for _, f := range in.Findings {
		if f.Code == string(textfile.CodeDamaged) {
			return &textfile.FileError{Code: textfile.CodeDamaged, What: f.Message, Remedy: f.Remedy, Line: f.Line}
		}
	}
	return nil
}

// Blocked reports whether a finding prevents the use of the file as it is.
func (in *Inspection) Blocked() bool {
	for _, f := range in.Findings {
		if f.Level == sumstats.Block {
			return true
		}
	}
	return false
}

func (in *Inspection) find(f sumstats.Finding) { in.Findings = append(in.Findings, f) }
