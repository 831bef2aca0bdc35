// Package resultfile reads results by region: rows of a clean file or of a meta-analysis, both
// sorted, in BGZF with a tabix index. It owns the meaning of the columns of such a file. The caller
// stores its bytes. It imports genome, regionindex, rsindex and sumstats.
package resultfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
)

// Row is one variant of a result. Numbers that are missing are NaN.
type Row struct {
	Chromosome   genome.Chromosome
	Position     int32 // 1-based, on the assembly of the file
	EffectAllele string
	OtherAllele  string
	Beta         float64 // of one copy of the effect allele, on the scale of the file
	SE           float64
	EAF          float64 // frequency of the effect allele
	NegLog10P    float64 // −log10 P
	N            float64
	RSID         uint64  // 0 for none
	NStudies     float64 // of a meta-analysis, as are those below
	I2           float64 // 0–1
	HetP         float64 // P of Cochran's Q; 0 below 1e-308
}

// ID names the variant as chromosome:position:other allele:effect allele.
func (r *Row) ID() string {
	return r.Chromosome.String() + ":" + strconv.Itoa(int(r.Position)) + ":" + r.OtherAllele + ":" + r.EffectAllele
}

// RS returns the rs number with its letters; "" for none.
func (r *Row) RS() string {
	if r.RSID == 0 {
		return ""
	}
	return "rs" + strconv.FormatUint(r.RSID, 10)
}

// ErrColumns reports that a file lacks a column without which it has no results.
var ErrColumns = errors.New("resultfile: no column of this name")

// field is the meaning of a column.
type field uint8

const (
	fNone field = iota
	fChromosome
	fPosition
	fEffectAllele
	fOtherAllele
	fBeta
	fSE
	fEAF
	fP
	fNegLog10P
	fN
	fRSID
	fNStudies
	fI2
	fHetP
)

var fields = map[string]field{
	"chromosome": fChromosome, "base_pair_location": fPosition, "effect_allele": fEffectAllele, "other_allele": fOtherAllele,
	"beta": fBeta, "standard_error": fSE, "effect_allele_frequency": fEAF, "p_value": fP, "neg_log_10_p_value": fNegLog10P,
	"n": fN, "rsid": fRSID, "n_studies": fNStudies, "i2": fI2, "het_p": fHetP,
}

// File is an open result. It is safe for concurrent use.
type File struct {
	reader  *regionindex.Reader
	columns []string
	fields  []field // by column, up to the last that is of interest
	combine bool    // it is of a meta-analysis
	numbers numbers
	leftOut leftOut
}

// Open reads the index and the header. The errors are those of regionindex, and
// ErrColumns.
func Open(data io.ReaderAt, size int64, index io.Reader, limits regionindex.Limits) (*File, error) {
	reader, err := regionindex.OpenReaderLimits(data, size, index, limits)
	if err != nil {
		return nil, err
	}
	header, err := reader.Header()
	if err != nil {
		return nil, err
	}
	f := &File{reader: reader, columns: columnsOf(header)}
	has := map[field]bool{}
	for i, name := range f.columns {
		f.fields = append(f.fields, fields[name])
		if fields[name] != fNone {
			has[fields[name]] = true
			f.fields = f.fields[:i+1]
		}
	}
	for _, name := range []string{"chromosome", "base_pair_location", "effect_allele", "other_allele"} {
		if !has[fields[name]] {
			return nil, fmt.Errorf("%w: %s", ErrColumns, name)
		}
	}
	if !has[fP] && !has[fNegLog10P] {
		return nil, fmt.Errorf("%w: p_value", ErrColumns)
	}
	f.combine = has[fNStudies]
	return f, nil
}

// columnsOf returns the names in the last line of a header.
func columnsOf(header []byte) []string {
	text := strings.TrimRight(string(header), "\r\n")
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return strings.Split(strings.TrimPrefix(text, "#"), "\t")
}

// Columns returns the names of the columns, in order.
func (f *File) Columns() []string { return f.columns }

// Combined reports whether the file holds the results of a meta-analysis.
func (f *File) Combined() bool { return f.combine }

// Lines calls fn with each line whose position is in the region, in file order, as
// regionindex.Query does; a chromosome without rows has none.
func (f *File) Lines(ctx context.Context, region genome.Region, fn func(line []byte) error) error {
	err := f.reader.Query(ctx, region, fn)
	var unknown *regionindex.UnknownContigError
	if errors.As(err, &unknown) {
		return nil
	}
	return err
}

// errEnough ends a query when the caller stops reading rows.
var errEnough = errors.New("enough")

// Rows returns the rows whose position is in the region, in file order. An error comes last.
func (f *File) Rows(ctx context.Context, region genome.Region) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		var row Row
		err := f.Lines(ctx, region, func(line []byte) error {
			if err := f.parse(line, &row); err != nil {
				return err
			}
			if !yield(row, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Row{}, err)
		}
	}
}

// Directed is a row of a meta-analysis with one sign per study in the order listed: +, -, 0, or ? for
// a study without the variant.
type Directed struct {
	Row
	Direction string // "" in other files
}

// DirectedRows is Rows with the directions of the studies.
func (f *File) DirectedRows(ctx context.Context, region genome.Region) (rows []Directed, err error) {
	at := slices.Index(f.columns, "direction")
	known := map[string]string{} // a result has few patterns
	err = f.Lines(ctx, region, func(line []byte) error {
		var row Directed
		if err := f.parse(line, &row.Row); err != nil {
			return err
		}
		if at >= 0 {
			for range at {
				_, line, _ = bytes.Cut(line, []byte{'\t'})
			}
			cell, _, _ := bytes.Cut(line, []byte{'\t'})
			text, ok := known[string(cell)]
			if !ok {
				text = string(cell)
				known[text] = text
			}
			row.Direction = text
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// parse reads one line. The P value is taken from neg_log_10_p_value where the file
// has it, which comes behind p_value.
func (f *File) parse(line []byte, r *Row) error {
	nan := math.NaN()
	*r = Row{Beta: nan, SE: nan, EAF: nan, NegLog10P: nan, N: nan, NStudies: nan, I2: nan, HetP: nan}
	whole := line
	for i, what := range f.fields {
		cell, rest, more := bytes.Cut(line, []byte{'\t'})
		line = rest
		if what != fNone {
			r.set(what, cell)
		}
		if !more && i+1 < len(f.fields) {
			return fmt.Errorf("%w: a row with %d columns of %d: %.60q", regionindex.ErrDamaged, i+1, len(f.columns), whole)
		}
	}
	return nil
}

func (r *Row) set(what field, cell []byte) {
	switch what {
	case fChromosome:
		r.Chromosome, _ = genome.ParseChromosome(cell)
	case fPosition:
		r.Position = int32(number(cell))
	case fEffectAllele:
		r.EffectAllele = allele(cell)
	case fOtherAllele:
		r.OtherAllele = allele(cell)
	case fBeta:
		r.Beta = number(cell)
	case fSE:
		r.SE = number(cell)
	case fEAF:
		r.EAF = number(cell)
	case fP:
		if p, ok := sumstats.ParseNegLog10P(cell); ok {
			r.NegLog10P = p
		}
	case fNegLog10P:
		if p := number(cell); !math.IsNaN(p) {
			r.NegLog10P = p
		}
	case fN:
		r.N = number(cell)
	case fRSID:
		r.RSID = rsNumber(cell)
	case fNStudies:
		r.NStudies = number(cell)
	case fI2:
		r.I2 = number(cell)
	case fHetP:
		r.HetP = number(cell)
	}
}

// number reads a cell; NaN for a missing value.
func number(cell []byte) float64 {
	if x, ok := sumstats.ParseFloat(cell); ok {
		return x
	}
	return math.NaN()
}

// rsNumber reads rs and digits; 0 for anything else.
func rsNumber(cell []byte) uint64 {
	digits, ok := bytes.CutPrefix(cell, []byte("rs"))
	if !ok {
		return 0
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// allele returns the text of an allele, without an allocation for a single base.
func allele(cell []byte) string {
	if len(cell) == 1 {
		switch cell[0] {
		case 'A':
			return "A"
		case 'C':
			return "C"
		case 'G':
			return "G"
		case 'T':
			return "T"
		}
	}
	return string(cell)
}
