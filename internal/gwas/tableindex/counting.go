package tableindex

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// Counting is how the positions of a locus are counted, and why.
type Counting struct {
	// Coordinates are "" when the evidence contradicts itself and a person must state them.
	Coordinates Coordinates `json:"coordinates"`
	Because     string      `json:"because"` // a sentence
	Stated      bool        `json:"stated"`  // by a person, over any evidence
	Points      bool        `json:"points"`  // single positions, which have no end to include
}

// Sentence explains how the positions are read, for the person who builds the index. For
// contradicting evidence it is the question.
func (c Counting) Sentence() string {
	switch {
	case c.Coordinates == "":
		return "Do positions count from 0 or from 1? " + c.Because
	case c.Points && c.Coordinates == ZeroBased:
		return "Positions read as 0-based. " + c.Because
	case c.Points:
		return "Positions read as 1-based. " + c.Because
	case c.Coordinates == ZeroBased:
		return "Intervals read as 0-based, half-open (BED). " + c.Because
	case c.Coordinates == HalfOpen:
		return "Intervals read as 1-based, half-open. " + c.Because
	}
	return "Intervals read as 1-based, both ends included. " + c.Because
}

// CountingError reports a table whose positions may count from 0 or from 1.
type CountingError struct{ Counting }

func (e *CountingError) Error() string {
	return e.Sentence() + " State which: zero-based (BED), closed (from 1, the end is the last base), or half-open (from 1, the end is the base behind)."
}

// Names that count from 0 wherever they are used: those of UCSC's tables and of BED.
var (
	zeroStarts = []string{"chromstart", "chrom_start", "txstart", "cdsstart", "thickstart"}
	zeroEnds   = []string{"chromend", "chrom_end", "txend", "cdsend", "thickend"}
)

func isName(names []string, column string) bool {
	return slices.Contains(names, strings.ToLower(column))
}

// intervals counts patterns in the loci of a sample.
type intervals struct {
	rows   int
	zeroAt int64 // line of the first start of 0; 0 when none
	single int   // rows whose start is their end
	joined int   // rows that begin at the end of the row before, on the same chromosome
	next   int   // rows that begin one behind the end of the row before
}

// Shares of the rows of a sample from which a pattern is evidence, and how often rows
// join at least. Insertions of BED have no base, and are few in any real table.
const (
	mostRows    = 0.5
	manyJoined  = 0.2
	leastJoined = 2
)

func (v intervals) most(n int) bool { return n >= leastJoined && float64(n) > mostRows*float64(v.rows) }

func (v intervals) join() bool {
	return v.next == 0 && v.joined >= leastJoined && float64(v.joined) >= manyJoined*float64(v.rows)
}

// counting decides how the positions of a locus are counted: as a person stated, else by format,
// names and rows. A start of 0 and names of BED imply 0; rows that start at their end, and rows
// that begin one behind the row before, imply 1.
func (s *sample) counting(schema Schema, stated Coordinates) Counting {
	l := schema.Locus
	switch {
	case l == nil:
		return Counting{Coordinates: Closed}
	case stated != "":
		return Counting{Coordinates: stated, Because: "This was stated.", Stated: true, Points: l.points()}
	case l.Template != nil:
		return Counting{Coordinates: Closed, Because: "Places in texts are written so.", Points: l.points()}
	case l.Stop == "":
		return s.countingOfPoints(l)
	}
	seen := s.intervals(l)
	from0, from1 := s.fromZero(l, seen), seen.fromOne()
	switch {
	case from0 != "" && from1 != "":
		return Counting{Because: from0 + " But " + lowerFirst(from1)}
	case from0 != "":
		return Counting{Coordinates: ZeroBased, Because: from0}
	case from1 != "":
		return Counting{Coordinates: Closed, Because: from1}
	case seen.join():
		return Counting{
			Because: fmt.Sprintf(
				"Of %d rows %d begin at the end of the row before, so that ends may be the base behind, and it is not clear whether starts count from 0 or 1.",
				seen.rows,
				seen.joined,
			),
		}
	}
	return Counting{Coordinates: Closed, Because: "Tables of starts and ends count so unless there is evidence against it."}
}

// countingOfPoints is like counting, for a column of single positions.
func (s *sample) countingOfPoints(l *Locus) Counting {
	switch {
	case isName(zeroStarts, l.Start):
		return Counting{Coordinates: ZeroBased, Because: l.Start + " counts from 0.", Points: true}
	case isName(zeroEnds, l.Start):
		return Counting{Coordinates: Closed, Because: l.Start + " is the last base, counted from 1.", Points: true}
	case s.opened.layout.reachesEnds(Schema{Locus: l}):
		return Counting{Coordinates: Closed, Because: "A row of VCF reaches from POS to END, or over its reference allele."}
	}
	return Counting{Coordinates: Closed, Because: "Tables of positions count so.", Points: true}
}

// fromZero returns the evidence that starts count from 0; "" when there is none.
func (s *sample) fromZero(l *Locus, seen intervals) string {
	switch {
	case s.opened.layout.Format == BED:
		return "The file is BED, where starts count from 0."
	case seen.zeroAt > 0:
		return fmt.Sprintf("%s is 0 in line %d, so starts count from 0.", l.Start, seen.zeroAt)
	case isName(zeroStarts, l.Start) || isName(zeroEnds, l.Stop):
		return l.Start + " and " + l.Stop + " count from 0, as in UCSC's tables."
	case s.headedBED(l):
		return "The header is that of a BED file, where starts count from 0."
	}
	return ""
}

// headedBED reports that a table begins with #chrom, start and end.
func (s *sample) headedBED(l *Locus) bool {
	header := strings.ToLower(s.opened.layout.Header)
	return (strings.HasPrefix(header, "#chr\t") || strings.HasPrefix(header, "#chrom\t")) && len(s.names) >= 3 &&
		slices.Equal(s.names[:3], []string{l.Chromosome, l.Start, l.Stop})
}

// fromOne returns the evidence that starts count from 1; "" when there is none.
func (v intervals) fromOne() string {
	switch {
	case v.most(v.single):
		return fmt.Sprintf("Of %d rows %d have the same start and end, which is one base only if both ends are included.", v.rows, v.single)
	case v.most(v.next):
		return fmt.Sprintf("Of %d rows %d begin one behind the end of the row before, which leaves no gap only if both ends are included.", v.rows, v.next)
	}
	return ""
}

func lowerFirst(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

// intervals looks at the loci of the sample. Rows without one are skipped.
func (s *sample) intervals(l *Locus) (v intervals) {
	at := func(name string) int { return slices.Index(s.names, name) }
	chromosome, start, stop := at(l.Chromosome), at(l.Start), at(l.Stop)
	if chromosome < 0 || start < 0 || stop < 0 {
		return v // the build reports which column is missing
	}
	before, end := "", int64(-1)
	for i, row := range s.rows {
		from, okFrom := samplePosition(row[start])
		to, okTo := samplePosition(row[stop])
		if !okFrom || !okTo || row[chromosome] == nil {
			continue
		}
		v.rows++
		if from == 0 && v.zeroAt == 0 {
			v.zeroAt = s.at[i]
		}
		if from == to {
			v.single++
		}
		if *row[chromosome] == before {
			switch from {
			case end:
				v.joined++
			case end + 1:
				v.next++
			}
		}
		before, end = *row[chromosome], to
	}
	return v
}

func samplePosition(cell *string) (int64, bool) {
	if cell == nil || sumstats.IsMissing([]byte(*cell)) {
		return 0, false
	}
	return position([]byte(*cell))
}
