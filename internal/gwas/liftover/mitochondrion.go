package liftover

import (
	"fmt"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/phrase"
)

// Mitochondrion is the sequence that the mitochondrial positions of a file count on.
type Mitochondrion string

// The sequences. GRCh37 and GRCh38 have the rCRS; UCSC's hg19 has the older one.
const (
	AnyMT Mitochondrion = ""
	RCRS  Mitochondrion = "rCRS"      // NC_012920, 16,569 bases
	Older Mitochondrion = "NC_001807" // 16,571 bases
)

// ParseMitochondrion reads the name of a sequence as a flag has it: rcrs or hg19.
func ParseMitochondrion(name string) (Mitochondrion, bool) {
	switch name {
	case "":
		return AnyMT, true
	case "rcrs":
		return RCRS, true
	case "hg19":
		return Older, true
	}
	return AnyMT, false
}

// MitochondrionError reports that a file contradicts the answer about its mitochondrial positions.
type MitochondrionError struct{ Why string }

func (e *MitochondrionError) Error() string { return e.Why }

// Mitochondrial is the account of the mitochondrial rows of a file on GRCh37.
type Mitochondrial struct {
	Rows     int64         `json:"rows"`
	Sequence Mitochondrion `json:"sequence"` // "" when unknown
	Evidence string        `json:"evidence"`
}

// The least evidence from the bases of a sequence. On the right sequence nearly every row has its
// base; on another one about every second row has it by chance, so that 18 of 20 come by chance
// once in 5,000 files.
const (
	leastCompared = 20
	agreeing      = 0.9
	disagreeing   = 0.75
)

// sameUpTo is how far the two sequences count alike: behind, the older one is one or two
// bases ahead.
const sameUpTo = 310

// mitochondrial settles on which sequence the mitochondrial rows of a file count. Rows
// wait until the file has been read.
type mitochondrial struct {
	waiting            []sumstats.Row
	rows               int64
	last               int32  // highest position
	compared, agreeing int64  // with the rCRS, behind sameUpTo
	sequence           []byte // the rCRS, nil where no reference sequence is at hand
	answer             Mitochondrion
	names              func() sumstats.MitochondrialNames
	decided            bool
	decision           Mitochondrial
}

// mostWaiting is more than all variants that a mitochondrial genome can have.
const mostWaiting = 1 << 17

// see notes the evidence of a row.
func (m *mitochondrial) see(row *sumstats.Row) {
	m.rows++
	m.last = max(m.last, row.Position)
	if row.Position <= sameUpTo || int(row.Position) > len(m.sequence) || !row.EA.Single() || !row.OA.Single() {
		return
	}
	var base variant.Allele
	switch m.sequence[row.Position-1] {
	case 'A':
		base = variant.A
	case 'C':
		base = variant.C
	case 'G':
		base = variant.G
	case 'T':
		base = variant.T
	default:
		return
	}
	m.compared++
	if base == row.EA || base == row.OA {
		m.agreeing++
	}
}

// decide judges the evidence of the rows and their names. Evidence that only one sequence can have
// overrides the answer, and is an error where the answer disagrees.
func (m *mitochondrial) decide() error {
	if m.decided {
		return nil
	}
	m.decided = true
	proof := m.proof()
	if proof.Sequence == Older && m.answer == RCRS {
		return &MitochondrionError{"The mitochondrial positions are declared to be those of the rCRS. " + proof.Evidence}
	}
	switch {
	case proof.Sequence != AnyMT:
		m.decision = proof
	case m.answer != AnyMT:
		m.decision = Mitochondrial{Sequence: m.answer, Evidence: "The sequence was named with the command."}
	default:
		m.decision = m.named()
	}
	return nil
}

// proof returns the conclusion that positions, bases and accession numbers prove.
func (m *mitochondrial) proof() Mitochondrial {
	names := m.spelled()
	share := float64(m.agreeing) / float64(m.compared)
	bases := fmt.Sprintf("%s of %s single bases have the base of the rCRS.", phrase.Thousands(m.agreeing), phrase.Thousands(m.compared))
	switch {
	case m.last > genome.MT.Length(genome.GRCh37):
		return Mitochondrial{
			Sequence: Older,
			Evidence: fmt.Sprintf(
				"Position %s exists on chrM of UCSC hg19 only (NC_001807, 16,571 bases); the rCRS has 16,569.",
				phrase.Thousands(int64(m.last)),
			),
		}
	case names == sumstats.NamedOlder:
		return Mitochondrial{Sequence: Older, Evidence: "The chromosome is named NC_001807."}
	case m.compared >= leastCompared && share <= disagreeing:
		return Mitochondrial{Sequence: Older, Evidence: "Only " + bases}
	case names == sumstats.NamedRCRS:
		return Mitochondrial{Sequence: RCRS, Evidence: "The chromosome is named NC_012920."}
	case m.compared >= leastCompared && share >= agreeing:
		return Mitochondrial{Sequence: RCRS, Evidence: bases}
	}
	return Mitochondrial{}
}

// named returns the sequence that the name of the chromosome suggests without proof.
func (m *mitochondrial) named() Mitochondrial {
	switch m.spelled() {
	case sumstats.NamedMT, sumstats.NamedMT | sumstats.NamedRCRS:
		return Mitochondrial{Sequence: RCRS, Evidence: "The chromosome is named MT, 25 or 26, as GRCh37 has the rCRS."}
	}
	return Mitochondrial{Evidence: "The chromosome is named M or chrM, and no position or base identifies the sequence."}
}

func (m *mitochondrial) spelled() sumstats.MitochondrialNames {
	if m.names == nil {
		return 0
	}
	return m.names()
}
