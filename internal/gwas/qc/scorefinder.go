package qc

import (
	"cmp"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// Joined is how the variants of a file found their LD scores.
type Joined string

// The ways.
const (
	JoinedByPosition Joined = "position"        // both are on one assembly, or neither is known
	JoinedByLift     Joined = "lifted_position" // the scores were lifted to the assembly of the file
	JoinedByRSID     Joined = "rsid"            // the assembly of one is not known, or no chain leads from one to the other
)

// Scores are LD scores of one ancestry.
type Scores struct {
	Name, Ancestry, SHA256 string
	// Build is the assembly of their positions; UnknownBuild asks known variants.
	Build genome.Build
	*ldscore.Table
}

// looked is about how many scores are compared with known variants: these are one in 200 of HapMap
// 3, so that some hundred determine the assembly.
const looked = 150_000

// assembly returns the one of the positions, as far as it is known.
func (s *Scores) assembly() genome.Build {
	if s.Build != genome.UnknownBuild {
		return s.Build
	}
	tally, err := recognise.NewBuildTally()
	if err != nil {
		return genome.UnknownBuild
	}
	for i := 0; i < s.Len(); i += max(1, s.Len()/looked) {
		c, at := s.Place(i)
		tally.See(&sumstats.Row{Chromosome: c, Position: at, RSID: s.RSID(i)})
	}
	build, _ := tally.Conclude()
	return build
}

// scoreFinder finds the LD scores of rows. Rows that are found by position come in genome order.
// Each score is returned once.
type scoreFinder struct {
	joined Joined
	build  genome.Build      // of the scores
	order  []scorePlace      // by position on the assembly of the rows
	next   int               // of order, the first not yet passed
	byRSID map[uint64]uint32 // nil when rows are found by position
	used   []bool
}

type scorePlace struct {
	chromosome genome.Chromosome
	position   int32
	at         uint32 // among the scores
}

func (p scorePlace) compare(c genome.Chromosome, position int32) int {
	return cmp.Or(cmp.Compare(p.chromosome, c), cmp.Compare(p.position, position))
}

// newScoreFinder finds the scores of rows on an assembly. Where both assemblies are known it uses
// positions, lifted if these differ; else rs numbers, where both have them.
func newScoreFinder(scores *Scores, build genome.Build) *scoreFinder {
	f := &scoreFinder{joined: JoinedByPosition, build: scores.assembly(), used: make([]bool, scores.Len())}
	if f.build == genome.UnknownBuild || build == genome.UnknownBuild {
		f.order = scorePlaces(scores, nil)
		f.nameRSIDs(scores)
		return f
	}
	if f.build == build {
		f.order = scorePlaces(scores, nil)
		return f
	}
	way, err := liftover.Inside().Between(f.build, build)
	if err != nil {
		f.nameRSIDs(scores)
		return f
	}
	f.joined, f.order = JoinedByLift, scorePlaces(scores, way.Map)
	return f
}

// scorePlaces returns the places of the scores, lifted if lift is not nil. Of several at one place
// the first counts.
func scorePlaces(scores *Scores, lift *liftover.Map) []scorePlace {
	places := make([]scorePlace, 0, scores.Len())
	for i := range scores.Len() {
		c, at := scores.Place(i)
		if lift != nil {
			place, why := lift.Lift(c, at, 1)
			if why != liftover.Lifted || place.Chromosome != c {
				continue
			}
			at = place.Position
		}
		places = append(places, scorePlace{c, at, uint32(i)})
	}
	slices.SortStableFunc(places, func(a, b scorePlace) int { return a.compare(b.chromosome, b.position) })
	return places
}

// nameRSIDs finds scores by rs numbers, if the scores have any.
func (f *scoreFinder) nameRSIDs(scores *Scores) {
	byRSID := make(map[uint64]uint32, scores.Len())
	for i := range scores.Len() {
		if rs := scores.RSID(i); rs != 0 {
			if _, twice := byRSID[rs]; !twice {
				byRSID[rs] = uint32(i)
			}
		}
	}
	if len(byRSID) > 0 {
		f.joined, f.byRSID = JoinedByRSID, byRSID
	}
}

// find returns the place of the score of a row among all scores; false without one.
func (f *scoreFinder) find(r *sumstats.Row) (int, bool) {
	if f.byRSID != nil && r.RSID != 0 {
		at, ok := f.byRSID[r.RSID]
		return f.take(at, ok)
	}
	for f.next < len(f.order) && f.order[f.next].compare(r.Chromosome, r.Position) < 0 {
		f.next++
	}
	if f.next == len(f.order) || f.order[f.next].compare(r.Chromosome, r.Position) > 0 {
		return 0, false
	}
	return f.take(f.order[f.next].at, true)
}

// take returns a score unless it was returned before.
func (f *scoreFinder) take(at uint32, ok bool) (int, bool) {
	if !ok || f.used[at] {
		return 0, false
	}
	f.used[at] = true
	return int(at), true
}
