package ldscore

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
)

// Table holds the scores of autosomes by place: 24 bytes for each.
type Table struct {
	Common int64 // as in Facts
	places []place
}

type place struct {
	rsid       uint64 // 0 for none
	position   int32
	l2         float32
	chromosome genome.Chromosome
}

func (p place) compare(c genome.Chromosome, position int32) int {
	return cmp.Or(cmp.Compare(p.chromosome, c), cmp.Compare(p.position, position))
}

// ReadTable reads scores as Read does. Of several at one place the first counts.
func ReadTable(file io.ReadSeeker) (*Table, error) {
	t := &Table{}
	facts, err := Read(file, func(s Score) error {
		if s.Chromosome < genome.X {
			t.places = append(t.places, place{rsNumber(s.RSID), s.Position, float32(s.L2), s.Chromosome})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(t.places, func(a, b place) int { return a.compare(b.chromosome, b.position) })
	t.places = slices.CompactFunc(t.places, func(a, b place) bool { return a.compare(b.chromosome, b.position) == 0 })
	t.Common = facts.Common
	return t, nil
}

// Len returns the number of places that have a score.
func (t *Table) Len() int { return len(t.places) }

// L2 returns the score of the i-th place.
func (t *Table) L2(i int) float64 { return float64(t.places[i].l2) }

// Place returns the position of the i-th place, on the assembly of the scores.
func (t *Table) Place(i int) (genome.Chromosome, int32) {
	return t.places[i].chromosome, t.places[i].position
}

// RSID returns the rs number of the i-th place; 0 for none.
func (t *Table) RSID(i int) uint64 { return t.places[i].rsid }

func rsNumber(name string) uint64 {
	digits, ok := strings.CutPrefix(name, "rs")
	n, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil {
		return 0
	}
	return n
}
