package sumstats

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// ParseLines reads single lines of a file by a mapping, for judging a reading on a sample before
// the file is read. each passes on whole lines with their numbers in file order. There is a row for
// each line that has a cell for every column, also for one that a full reading leaves out. Fields
// without a column are missing. Alleles of the rows are those of the returned Dict.
func ParseLines(l *Layout, opt ReadOptions, each func(line func(text []byte, no uint32))) ([]Row, *variant.Dict, error) {
	if opt.Dict == nil {
		opt.Dict = variant.NewDict()
	}
	p, err := resolve(l, opt)
	if err != nil {
		return nil, nil, err
	}
	parser, rows := &rowParser{plan: p, tally: &tally{}}, []Row{}
	each(func(text []byte, no uint32) {
		parser.spans, parser.kind = p.text.Cut(text, parser.spans, false)
		row := Row{}
		parser.parse(text, no, &row)
		if row.Line == no {
			rows = append(rows, row)
		}
	})
	return rows, opt.Dict, nil
}

// Sample holds rows and lines of a file for judging it, from its beginning to its end. Rows and
// lines do not correspond.
type Sample struct {
	Rows  []Row  // of those that are kept
	Lines []Line // of all, for what rows do not hold
}

// Line is a line of a file as it was read; it is 1-based.
type Line struct {
	Text []byte
	No   uint32
}

const (
	// mostSampled is how many rows a Reader keeps for judging its file: enough for
	// each share that is judged, and 3.4 MB. mostLines and mostLineBytes bound the lines.
	mostSampled   = 1 << 15
	mostLines     = 1 << 13
	mostLineBytes = 4 << 20
	// mostOfChromosome is how many rows of a chromosome are kept in any case, however
	// small a part of the file it is.
	mostOfChromosome = 32
	// lineStride: at most one of this many lines is sampled.
	lineStride = 4
)

// sampler keeps rows and lines from all over a file that is read once, whatever its
// length: every stride-th row. When it is full it drops every second one.
type sampler struct {
	Sample
	stride int
	skip   int // rows to pass over before the next one is taken
	lines  LineSample
	first  [genome.MT + 1][]Row // of each chromosome
}

func (s *sampler) add(j *job) {
	if s.stride == 0 {
		s.stride, s.lines.every = 1, lineStride
	}
	for s.skip < len(j.rows) {
		if len(s.Rows) == mostSampled {
			s.thin()
		}
		s.Rows = append(s.Rows, j.rows[s.skip])
		s.skip += s.stride
	}
	s.skip -= len(j.rows)
	for i := range j.rows {
		if first := &s.first[j.rows[i].Chromosome]; len(*first) < mostOfChromosome {
			*first = append(*first, j.rows[i])
		}
	}
	for _, l := range j.sampled {
		s.lines.Add(l.Text, l.No)
	}
	s.Lines = s.lines.Lines
}

// whole returns the sample with the first rows of those chromosomes that the stride passes over.
func (s *sampler) whole() Sample {
	if s.stride == 1 {
		return s.Sample
	}
	var sampled [len(s.first)]int
	for i := range s.Rows {
		sampled[s.Rows[i].Chromosome]++
	}
	out := s.Sample
	for c, n := range sampled {
		if n < mostOfChromosome {
			out.Rows = append(slices.DeleteFunc(out.Rows, func(r Row) bool { return int(r.Chromosome) == c }), s.first[c]...)
		}
	}
	slices.SortStableFunc(out.Rows, func(a, b Row) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

func (s *sampler) thin() {
	for i := range mostSampled / 2 {
		s.Rows[i] = s.Rows[2*i]
	}
	s.Rows = s.Rows[:mostSampled/2]
	s.stride *= 2
}

// LineSample keeps lines from all over a text that is read once, whatever its length:
// those whose number a stride divides. When it is full the stride doubles.
type LineSample struct {
	Lines []Line
	every uint32 // 0 is 1
	bytes int
}

// Wants reports whether Add keeps a line of that number.
func (s *LineSample) Wants(no uint32) bool { return no%max(s.every, 1) == 0 }

// Add offers a line and copies it where it is kept. Lines come in the order of the text.
func (s *LineSample) Add(text []byte, no uint32) {
	for s.Wants(no) && len(s.Lines) > 0 && (len(s.Lines) == mostLines || s.bytes+len(text) > mostLineBytes) {
		s.thin()
	}
	if s.Wants(no) {
		s.Lines = append(s.Lines, Line{bytes.Clone(text), no})
		s.bytes += len(text)
	}
}

func (s *LineSample) thin() {
	s.every = 2 * max(s.every, 1)
	s.bytes = 0
	s.Lines = slices.DeleteFunc(s.Lines, func(l Line) bool {
		if !s.Wants(l.No) {
			return true
		}
		s.bytes += len(l.Text)
		return false
	})
}

// MissingCode is the number that PLINK writes for a missing value.
const MissingCode = -9

// contradicted reports whether P contradicts effect and error of the row: the two are further apart
// than rounding explains. False where one of the three is missing.
func (p *rowParser) contradicted(beta, se, negLog10P float64) bool {
	if !(se > 0) || math.IsNaN(negLog10P) || math.IsInf(negLog10P, 0) {
		return false
	}
	return !stat.PAgrees(negLog10P, beta/se)
}
