package tableindex

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// Head describes the beginning of a file.
type Head struct {
	Format      Format `json:"format"`
	Compression string `json:"compression"` // none, gzip, bgzip, zip, zstd or bzip2
	Encoding    string `json:"encoding"`
	Header      bool   `json:"header"` // the file names its columns; else they are column_1 and so on, or those of BED
	// Columns have the narrowest type that all values of the sample fit.
	Columns []Column `json:"columns"`
	// Rows are the cells of the first rows, in the order of Columns; nil is a missing value.
	Rows    [][]*string `json:"rows"`
	Sampled int         `json:"sampled"` // rows of the sample
	// Schemas are proposals, the best first; none when no column suggests itself.
	Schemas  []string `json:"schemas"`
	Counting Counting `json:"counting"` // of the first schema
	Sorted   bool     `json:"sorted"`   // the sample is in the order of the first schema

	sample *sample
}

// shownRows is how many rows a head shows.
const shownRows = 10

// Inspect reads the beginning of a file. Errors are *textfile.FileError, and *RowError for an
// invalid row of the sample.
func Inspect(ctx context.Context, src Source) (Head, error) {
	if err := ctx.Err(); err != nil {
		return Head{}, err
	}
	o, err := openSource(src)
	if err != nil {
		return Head{}, err
	}
	s, err := sampled(o)
	if err != nil {
		return Head{}, err
	}
	return o.describe(s)
}

// describe returns the description of the file from a sample.
func (o *opened) describe(s *sample) (Head, error) {
	l := o.layout
	h := Head{Format: l.Format, Compression: o.file.Compression, Encoding: o.file.Encoding, Header: l.Header != "" || l.Format == JSONLines,
		Rows: s.rows[:min(len(s.rows), shownRows)], Sampled: len(s.rows), sample: s}
	if o.pieces != nil && o.pieces.one {
		h.Format = JSON
	}
	for _, name := range l.Names {
		h.Columns = append(h.Columns, Column{name, s.types[name]})
	}
	h.Schemas = s.schemas()
	if len(h.Schemas) > 0 {
		schema, err := ParseSchema(h.Schemas[0])
		if err == nil {
			h.Counting = s.counting(schema, "")
			var k *keyer
			if k, err = newKeyer(l, schema, s.types, counts{Coordinates: h.Counting.Coordinates}); err == nil {
				h.Sorted = s.inOrder(k)
			}
		}
		if err != nil {
			return Head{}, err
		}
	}
	return h, nil
}

// CountingOf returns how a build reads the positions of a schema when nothing is stated.
func (h Head) CountingOf(s Schema) Counting { return h.sample.counting(s, "") }

// sample is the first rows of a file.
type sample struct {
	opened *opened
	names  []string
	types  map[string]Type
	rows   [][]*string
	lines  [][]byte
	at     []int64 // numbers of the lines
}

// sampled reads the rows of the head, which hold whole lines only.
func sampled(o *opened) (*sample, error) {
	s := &sample{opened: o, names: o.layout.Names, types: map[string]Type{}}
	all, err := newCutter(o.layout, o.layout.Names)
	if err != nil {
		return nil, err
	}
	all.lists = true
	err = headLines(o.head, o.table.BodyStart, int64(o.table.BodyLine), func(line []byte, no int64) error {
		row, err := all.check(line, no)
		if err != nil || !row {
			return err
		}
		cells := make([]*string, len(all.cells))
		for i, cell := range all.cells {
			if len(cell) > 0 {
				text := string(cell)
				cells[i] = &text
			}
		}
		s.rows, s.lines, s.at = append(s.rows, cells), append(s.lines, bytes.Clone(line)), append(s.at, no)
		return nil
	})
	for i, name := range s.names {
		s.types[name] = s.typeOf(i)
	}
	return s, err
}

// typeOf returns the narrowest type that holds the values of a column. A column without any is
// text.
func (s *sample) typeOf(column int) Type {
	t, some := Integer, false
	for _, row := range s.rows {
		cell := row[column]
		if cell == nil || sumstats.IsMissing([]byte(*cell)) {
			continue
		}
		some = true
		if _, whole := parseInteger([]byte(*cell)); whole && t == Integer && !leadingZero(*cell) {
			continue
		}
		if _, number := sumstats.ParseFloat([]byte(*cell)); !number || leadingZero(*cell) {
			return Text
		}
		t = Decimal
	}
	if !some {
		return Text
	}
	return t
}

// leadingZero reports whether a text is a code and not a number, as 007 is.
func leadingZero[T string | []byte](cell T) bool {
	return len(cell) > 1 && cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9'
}

// inOrder reports whether the rows of the sample are in the order of a schema.
func (s *sample) inOrder(k *keyer) bool {
	var last []byte
	for _, line := range s.lines {
		row, err := k.check(line, 0)
		if err != nil || !row {
			return false
		}
		entries, err := k.entries(0)
		if err != nil {
			return errors.As(err, new(*RowError)) // the build reports which
		}
		for _, e := range entries {
			if bytes.Compare(last, e.key) > 0 {
				return false
			}
			last = append(last[:0], e.key...)
		}
	}
	return true
}

// schemas returns the proposals: a locus, then a column of names.
func (s *sample) schemas() []string {
	if s.opened.layout.Format == BED {
		return []string{"chrom:chromStart-chromEnd"}
	}
	var out []string
	chromosome := s.named(slices.Concat(harmonised[:1], headersOf(sumstats.FieldChromosome), chromosomeHeaders)...)
	start, stop := s.named(startHeaders...), s.named(stopHeaders...)
	pos := s.named(slices.Concat(harmonised[1:], headersOf(sumstats.FieldPosition))...)
	switch {
	case chromosome != "" && s.positions(start) && s.positions(stop):
		out = append(out, chromosome+":"+start+"-"+stop)
	case chromosome != "" && s.positions(pos):
		out = append(out, chromosome+":"+pos)
	default:
		out = append(out, s.templates()...)
	}
	for _, name := range []string{s.rsNumbers(), s.named(geneHeaders...), s.named("phenotype", "trait")} {
		if name != "" {
			out = append(out, name)
		}
	}
	return slices.DeleteFunc(out, func(text string) bool {
		schema, err := ParseSchema(text)
		return err != nil || schema.String() != text // a name with signs of the grammar
	})
}

// harmonised are the places of a harmonised file, in addition to the original ones.
var harmonised = []string{"hm_chrom", "hm_pos"}

// Names of columns in tables of genes, those of Ensembl's BioMart among them; other names of
// chromosomes and positions are those of summary statistics.
var (
	geneHeaders       = []string{"gene", "symbol", "gene_symbol", "gene_name", "gene name"}
	chromosomeHeaders = []string{"chromosome/scaffold name"}
	startHeaders      = []string{"start", "txstart", "begin", "chromstart", "start_position", "gene start", "gene start (bp)"}
	stopHeaders       = []string{"stop", "end", "txend", "chromend", "end_position", "gene end", "gene end (bp)"}
)

// headersOf returns the certain and possible names of a field's columns: the person sees the
// proposal.
func headersOf(field sumstats.Field) []string {
	for _, doc := range recognise.Columns() {
		if doc.Field == field {
			return slices.Concat(doc.Headers, doc.Doubtful)
		}
	}
	return nil
}

// rsNumbers returns the column with that name, else the first that holds nothing else: many tables
// call it SNP or marker.
func (s *sample) rsNumbers() string {
	if name := s.named(headersOf(sumstats.FieldRSID)...); name != "" {
		return name
	}
	for i, name := range s.names {
		if s.every(i, func(cell string) bool { return sumstats.ParseRSID([]byte(cell)) != 0 }) {
			return name
		}
	}
	return ""
}

// named returns the column of the first of some names, whatever its case.
func (s *sample) named(wanted ...string) string {
	for _, w := range wanted {
		for _, name := range s.names {
			if strings.EqualFold(name, w) {
				return name
			}
		}
	}
	return ""
}

// positions reports whether a column holds positions.
func (s *sample) positions(name string) bool {
	i := slices.Index(s.names, name)
	return i >= 0 && s.every(i, func(cell string) bool { _, ok := position([]byte(cell)); return ok })
}

// every reports whether the values of a column, of which there are some, fulfil a rule.
func (s *sample) every(column int, rule func(cell string) bool) bool {
	some := 0
	for _, row := range s.rows {
		if cell := row[column]; cell != nil && !sumstats.IsMissing([]byte(*cell)) {
			if !rule(*cell) {
				return false
			}
			some++
		}
	}
	return some > 0
}

// templates returns the templates of the first column that fits them in every row.
func (s *sample) templates() []string {
	for i, name := range s.names {
		for _, pattern := range []string{"$chr:$start-$stop", "$chr:$pos", "$chr_$pos", "$chr-$pos"} {
			t, what := parseTemplate(name, pattern)
			if what == "" && s.every(i, func(cell string) bool {
				contig, _, _, rest, ok := t.parse(cell)
				return ok && len(contig) <= 5 && (rest == "" || !strings.ContainsAny(rest[:1], ".-"))
			}) {
				return []string{t.String()}
			}
		}
	}
	return nil
}
