package liftover

import (
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Way converts positions from one assembly to another.
type Way struct {
	*Map
	Source Source
	// Other is a second chain file between the two assemblies, that rows are compared by;
	// nil without one.
	Other *Way
}

// Comparison counts the rows that a second chain file carries otherwise.
type Comparison struct {
	Chain     Source `json:"chain"`
	Elsewhere int64  `json:"elsewhere"`  // both carry them, to different places or strands
	OnlyHere  int64  `json:"only_here"`  // lifted by the chain file that was used
	OnlyThere int64  `json:"only_there"` // lifted by the second one
}

// Rows returns how many rows differ.
func (c *Comparison) Rows() int64 { return c.Elsewhere + c.OnlyHere + c.OnlyThere }

// comparing follows rows on the second way.
type comparing struct {
	lookup *Lookup
	counts Comparison
}

// see compares the places of a row on both ways.
func (c *comparing) see(row *sumstats.Row, bases int32, mt Mitochondrion, here Place, why Reason) {
	there, whyThere := lookUp(c.lookup, row, bases, mt)
	switch {
	case why == Lifted && whyThere == Lifted:
		if here != there {
			c.counts.Elsewhere++
		}
	case why == Lifted:
		c.counts.OnlyHere++
	case whyThere == Lifted:
		c.counts.OnlyThere++
	}
}

// lookUp finds the place of a row, whose longer allele has the given number of bases.
func lookUp(l *Lookup, row *sumstats.Row, bases int32, mt Mitochondrion) (Place, Reason) {
	if row.Chromosome != genome.MT || l.m.From != genome.GRCh37 {
		return l.Lift(row.Chromosome, row.Position, bases)
	}
	switch mt {
	case RCRS:
		return l.Lift(row.Chromosome, row.Position, bases)
	case Older:
		return l.LiftOlderMT(row.Position, bases)
	}
	return Place{}, UnknownMT
}
