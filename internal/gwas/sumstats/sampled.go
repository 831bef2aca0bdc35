package sumstats

import (
	"math"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// ParseLines reads single lines of a file by a mapping, for judging a reading on
// a sample before the file is read. Each gives whole lines with their numbers in
// file order. There is a row for each line that has a cell for every column,
// also for one that a full reading leaves out. What the mapping lacks is missing.
// Alleles of the rows are those of the returned Dict.
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

// mostSampled is how many rows a Reader keeps for judging its file: enough for
// each share that is judged, and 3.4 MB.
const mostSampled = 1 << 15

// sampler keeps rows from all over a file that is read once, whatever its length:
// every stride-th one. When it is full it drops every second one.
type sampler struct {
	rows   []Row
	stride int
	skip   int // rows to pass over before the next one is taken
}

func (s *sampler) add(rows []Row) {
	if s.stride == 0 {
		s.stride = 1
	}
	for s.skip < len(rows) {
		if len(s.rows) == mostSampled {
			s.thin()
		}
		s.rows = append(s.rows, rows[s.skip])
		s.skip += s.stride
	}
	s.skip -= len(rows)
}

func (s *sampler) thin() {
	for i := range mostSampled / 2 {
		s.rows[i] = s.rows[2*i]
	}
	s.rows = s.rows[:mostSampled/2]
	s.stride *= 2
}

// plinkMissing is the number that PLINK writes for a missing value.
const plinkMissing = -9

// contradicted says whether P speaks against effect and error of the row: the two
// lie further apart than rounding explains. False where one of the three is missing.
func (p *rowParser) contradicted(beta, se, negLog10P float64) bool {
	if !(se > 0) || math.IsNaN(negLog10P) || math.IsInf(negLog10P, 0) {
		return false
	}
	return !stat.PAgrees(negLog10P, beta/se)
}
