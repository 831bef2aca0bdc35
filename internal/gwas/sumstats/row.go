package sumstats

import (
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// Row is one variant's association in one study, on the scale every consumer
// shares: effects are beta, ln OR or ln HR per copy of EA, P is −log10.
// Missing numbers are NaN. A Row holds no pointer, so millions of them cost
// the garbage collector nothing.
type Row struct {
	// Position is the 1-based coordinate of the first base on the assembly of
	// the file; 0 when the file has none (rsID-only files).
	Position int32
	// Line is the 1-based line of the decompressed source file, header included.
	Line uint32
	// RSID is the number of the (first) rs identifier; 0 when there is none.
	RSID uint64

	EA variant.Allele // effect allele
	OA variant.Allele // other allele

	Beta      float64 // effect of one copy of EA
	SE        float64 // standard error of Beta, > 0
	EAF       float64 // frequency of EA, 0–1
	NegLog10P float64 // −log10 of the two-sided P, ≥ 0
	N         float64 // total sample size
	NCases    float64
	NControls float64
	Info      float64 // imputation quality

	// NEff is the effective sample size where the file states one; it is never
	// mixed with N. It is single precision so that a Row stays 104 bytes.
	NEff float32

	Chromosome genome.Chromosome
	Flags      RowFlags
}

// WeightN returns the sample size that determines the weight of a row: the effective one where the
// row states it, else that of its cases and controls, else N. NaN when none is known.
func (r *Row) WeightN() float64 {
	if r.NEff > 0 {
		return float64(r.NEff)
	}
	if r.NCases > 0 && r.NControls > 0 {
		return stat.EffectiveN(r.NCases, r.NControls)
	}
	return r.N
}

// RowFlags record how a row was made usable.
type RowFlags uint8

// Changes that the reader and QC may make to a row.
const (
	PFromZ        RowFlags = 1 << iota // P was 0 or absent and was computed from Beta and SE
	PUnderflow                         // P was 0 and nothing could replace it: NegLog10P is a lower bound
	SEDerived                          // SE was derived from P or from a confidence interval
	Swapped                            // EA and OA were exchanged to match the panel
	StrandFlipped                      // both alleles were complemented to match the panel
	EAFIsMAF                           // EAF holds a minor allele frequency without orientation
	StrandTold                         // the strand of A/T or C/G follows from EAF and a panel

	// written25 marks a chromosome written as 25 until the file has determined which it is; no
	// delivered row carries it.
	written25 RowFlags = 1 << 7
)

// ComplementFrequency returns 1 − f, the frequency of the other allele, without the rounding error
// of the subtraction: 0.7 becomes 0.3, not 0.30000000000000004.
func ComplementFrequency(f float64) float64 { return math.Round((1-f)*1e12) / 1e12 }

// MinorFrequency returns the frequency of the rarer of two alleles. It is the same number whichever
// of the two f belongs to, so a threshold treats both alike.
func MinorFrequency(f float64) float64 { return min(f, ComplementFrequency(f)) }

// RowReader yields rows in the manner of io.Reader: it fills dst, returns how
// many it filled, and io.EOF once there are no more. Rows before an error count.
type RowReader interface {
	ReadRows(dst []Row) (int, error)
}
