package sumstatscmd

import (
	"errors"
	"hash/maphash"
	"os"
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

const (
	// mostParted is the maximum number of values of a column that separates analyses.
	mostParted = 100
	// mostFollowed is how many variants are followed through a file.
	mostFollowed = 10_000
)

// parting is a column whose value differs between the rows of one variant.
type parting struct {
	name   string
	values []string // in order
}

// errEnough ends the reading of a table.
var errEnough = errors.New("enough")

// stacked finds the columns of a table that differ in every repetition of a variant.
type stacked struct {
	key    []int // columns that identify a variant
	open   []int // columns with another meaning that are still candidates
	seed   maphash.Seed
	first  map[uint64][][]byte // cells of the open columns at the first row of a variant
	values []map[string]bool   // by open column
	again  int                 // rows that repeat a variant
	differ []int               // of these, those with another value than the first
}

// partingColumn finds the column that separates the rows of repeated variants; nil if there is
// none, or if the file is not a plain table.
func partingColumn(path string, mapping sumstats.Mapping) *parting {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	mapped := func(name string) bool {
		for _, column := range mapping {
			if column == name {
				return true
			}
		}
		return false
	}
	t, err := textfile.OpenTable(file, textfile.Limits{}, mapped)
	if err != nil {
		return nil
	}
	s := &stacked{seed: maphash.MakeSeed(), first: map[uint64][][]byte{}}
	for _, field := range []sumstats.Field{sumstats.FieldChromosome, sumstats.FieldPosition, sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt,
		sumstats.FieldRSID, sumstats.FieldVariantID, sumstats.FieldEffectAllele, sumstats.FieldOtherAllele} {
		if at := t.Column(mapping[field]); mapping[field] != "" && at >= 0 {
			s.key = append(s.key, at)
		}
	}
	for at, name := range t.Layout.Header {
		if !mapped(name) {
			s.open = append(s.open, at)
			s.values = append(s.values, map[string]bool{})
		}
	}
	s.differ = make([]int, len(s.open))
	if err := t.Rows(s.take); err != nil && !errors.Is(err, errEnough) {
		return nil
	}
	return s.best(t.Layout.Header)
}

// take follows the first variants of the table through the rest of it.
func (s *stacked) take(_ int64, cells [][]byte) error {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, at := range s.key {
		_, _ = h.Write(cells[at])
		_ = h.WriteByte(0)
	}
	key := h.Sum64()
	for i, at := range s.open {
		if len(s.values[i]) <= mostParted {
			s.values[i][string(cells[at])] = true
		}
	}
	first, seen := s.first[key]
	if !seen {
		if len(s.first) < mostFollowed {
			own := make([][]byte, len(s.open))
			for i, at := range s.open {
				own[i] = slices.Clone(cells[at])
			}
			s.first[key] = own
		}
		return nil
	}
	s.again++
	for i, at := range s.open {
		if string(first[i]) != string(cells[at]) {
			s.differ[i]++
		}
	}
	if s.again >= mostParted*mostFollowed {
		return errEnough
	}
	return nil
}

// best returns the column with the fewest values of those that differ in every repetition.
func (s *stacked) best(header []string) *parting {
	var found *parting
	for i, at := range s.open {
		n := len(s.values[i])
		if s.again == 0 || s.differ[i] < s.again || n > mostParted || found != nil && n >= len(found.values) {
			continue
		}
		found = &parting{name: header[at], values: sortedKeys(s.values[i])}
	}
	return found
}
