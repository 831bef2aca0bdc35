package genome

import (
	"slices"
	"testing"
)

func TestCovered(t *testing.T) {
	for _, c := range []struct {
		chromosomes []Chromosome
		autosomes   int
		regional    bool
	}{
		{nil, 0, false},
		{[]Chromosome{0}, 0, false},
		{[]Chromosome{X}, 0, true},
		{[]Chromosome{22, 1, 22, 1}, 2, true},
		{[]Chromosome{1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24, 25}, 10, true},
		{[]Chromosome{22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12}, 11, false},
	} {
		var s Covered
		for _, one := range c.chromosomes {
			s.Add(one)
		}
		for chromosome := Chromosome(0); chromosome <= 25; chromosome++ {
			if want := chromosome > 0 && slices.Contains(c.chromosomes, chromosome); s.Has(chromosome) != want {
				t.Errorf("%v: has %d is %v", c.chromosomes, chromosome, !want)
			}
		}
		if s.Autosomes() != c.autosomes || s.Regional() != c.regional {
			t.Errorf("%v: %d autosomes, regional %v", c.chromosomes, s.Autosomes(), s.Regional())
		}
	}
}
