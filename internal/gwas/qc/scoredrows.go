package qc

import (
	"errors"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/sumstats"
)

// ScoredRows holds the rows of one file for LD score regression.
type ScoredRows struct {
	*Polygenic
	peer *Peer
}

// ScoreRows reads rows on an assembly, in genome order; rows without positions, on
// UnknownBuild, in any order.
func ScoreRows(rows sumstats.RowReader, scores *Scores, build genome.Build) (*ScoredRows, error) {
	s := newScored(scores, build)
	batch := make([]sumstats.Row, batchRows)
	for {
		n, err := rows.ReadRows(batch)
		for i := range batch[:n] {
			s.add(&batch[i])
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	s.settle()
	s.peer.order()
	return &ScoredRows{s.fit(), s.peer}, nil
}

// Shared holds the LD score regression of two files.
type Shared struct {
	Variants int64 // of both, with an LD score
	*ldsc.Correlation
	Lacks Lack // why nothing was estimated; then there is no Correlation
}

// Correlate estimates what two files share that were read with the same scores. Palindromic
// variants are left out: their alleles do not determine the strand.
func Correlate(a, b *ScoredRows, scores *Scores) Shared {
	if a.Lacks == LackMatched || b.Lacks == LackMatched {
		return Shared{Lacks: LackMatched}
	}
	pairs := meet(a.peer.z, b.peer.z, scores)
	c, lacks := correlate(pairs, scores)
	return Shared{Variants: int64(len(pairs)), Correlation: c, Lacks: lacks}
}
