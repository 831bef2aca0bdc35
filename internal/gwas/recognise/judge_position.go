package recognise

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of positions.
const (
	// roundTo and roundShare: positions are rounded when this share of at least leastRounded of
	// them is a multiple of roundTo, which of true positions 1 % are, and known variants are
	// elsewhere or a share of samePlace has that of the row before.
	roundTo      = 100
	roundShare   = 0.9
	leastRounded = 30
	samePlace    = 0.01
	roundBeyond  = 10_000 // smaller positions lose no digits
	// roundBeyondWide: a narrow cell of a spreadsheet shortens nine digits and not
	// eight, to 1.25E+08.
	roundBeyondWide = 99_999_999
	roundToWide     = 100_000
	// longestChromosome: a position beyond the end of any has another fault.
	longestChromosome = 249_250_621
	// shifted is the share of known variants that are one base aside from which positions are off
	// by one, and fewHit the share at their own position up to which they are elsewhere.
	shifted = 0.9
	fewHit  = 0.1
	// olderNear bounds how far NCBI36 has a variant from its GRCh37 position, and
	// olderShare is the share within it from which positions are those of an older build.
	olderNear  = 2_500_000
	olderShare = 0.9
	// leastMisplaced known variants at other places contradict the positions.
	leastMisplaced = 30
)

// chromosomes is how many there are, the unknown one included.
const chromosomes = int(genome.MT) + 1

// offsets counts where rows of known rs numbers lie relative to the position of the variant on the
// nearer of the two builds.
type offsets struct {
	n, hit        int
	before, after int // one base too small, one too large
	two           int // two too large
	near          int // within olderNear of the position on GRCh37
}

func (o *offsets) see(r *sumstats.Row, m *marker) {
	if m == nil || m.chromosome != r.Chromosome {
		return
	}
	off := r.Position - m.pos37
	if other := r.Position - m.pos38; distance(other) < distance(off) {
		off = other
	}
	o.n++
	switch off {
	case 0:
		o.hit++
	case -1:
		o.before++
	case 1:
		o.after++
	case 2:
		o.two++
	}
	o.near += count(distance(r.Position-m.pos37) <= olderNear)
}

// elsewhere reports whether almost no known variant is at its position.
func (o *offsets) elsewhere() bool {
	return o.n >= buildCompared && float64(o.hit) <= fewHit*float64(o.n)
}

func distance(x int32) int32 { return max(x, -x) }

// judgePositions determines the build, and finds positions that fit none.
func (r *reading) judgePositions() {
	t := BuildTally{index: r.index}
	var o offsets
	var past37, past38, placed int
	round := [...]roundTally{{beyond: roundBeyond, to: roundTo}, {beyond: roundBeyondWide, to: roundToWide}}
	for i := range r.rows {
		row := &r.rows[i]
		if row.Position == 0 || row.Chromosome == 0 {
			continue
		}
		placed++
		past37 += count(row.Chromosome != genome.MT && row.Position > row.Chromosome.Length(genome.GRCh37))
		past38 += count(row.Chromosome != genome.MT && row.Position > row.Chromosome.Length(genome.GRCh38))
		t.see(place{row.Chromosome, row.Position}, row.RSID)
		m := r.index.byRSID[row.RSID]
		o.see(row, m)
		for k := range round {
			round[k].see(row, m)
		}
	}
	r.Build = BuildGuess{Reason: "The file has no positions."}
	if placed == 0 {
		return
	}
	if placed >= 1000 && max(past37, past38) < 3 {
		past37, past38 = 0, 0 // one or two may be errors
	}
	r.guessBuild(&t, past37, past38)
	switch {
	case r.rounded(round[:]):
	case r.offByOne(&t, &o), r.misplaced(&o):
	default:
		r.compareBuild(&t)
	}
}

// roundTally counts positions that are rounded, of those beyond one that lose digits.
type roundTally struct {
	beyond, to       int32
	n, rounded, same int
	last             place
	offsets
}

func (t *roundTally) see(r *sumstats.Row, m *marker) {
	if r.Position <= t.beyond || r.Position > longestChromosome {
		return
	}
	at := place{r.Chromosome, r.Position}
	t.n++
	t.rounded += count(r.Position%t.to == 0)
	t.same += count(at == t.last)
	t.last = at
	t.offsets.see(r, m)
}

// rounded rejects positions of which nearly all, or nearly all wide ones, are rounded.
func (r *reading) rounded(tallies []roundTally) bool {
	for i := range tallies {
		t := &tallies[i]
		if t.n < leastRounded || float64(t.rounded) < roundShare*float64(t.n) || !t.elsewhere() && float64(t.same) < samePlace*float64(t.n) {
			continue
		}
		r.Build.Guess = ""
		r.positionsAgainst(
			fmt.Sprintf(
				"The positions are rounded: %s of %s beyond %s %s multiples of %s.",
				thousands(t.rounded),
				counted(t.n, "position"),
				thousands(int(t.beyond)),
				verb(t.n, "is", "are"),
				thousands(int(t.to)),
			),
			"A spreadsheet has shortened them, and no genome build restores them. Export the table again from the program that made it.",
		)
		return true
	}
	return false
}

// guessBuild determines the build by known variants, by what the header names and by positions past
// the end of a chromosome.
func (r *reading) guessBuild(t *BuildTally, past37, past38 int) {
	g := &r.Build
	*g = BuildGuess{Reason: t.sentence(), mixed: t.mixed(), examples: t.examples()}
	g.Known, g.At37, g.At38 = t.counts()
	g.Share37, g.Share38 = part(g.At37, g.Known), part(g.At38, g.Known)
	named := genome.UnknownBuild
	if r.cells != nil {
		named = r.cells.named
	}
	g.decide(named, past37, past38, t.byRSID())
}

func (r *reading) positionsAgainst(message, remedy string) {
	r.against(
		sumstats.Finding{
			Code:    "position",
			Field:   sumstats.FieldPosition,
			Column:  r.column(sumstats.FieldPosition, sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt),
			Message: message,
			Remedy:  remedy,
		},
	)
}

// offByOne finds positions that count from 0, or from 2.
func (r *reading) offByOne(t *BuildTally, o *offsets) bool {
	before, after, n, where := o.before, o.after, o.n, "known variant"
	if n < buildCompared { // no rs numbers: known places are hit
		before, after = r.hits(1), r.hits(-1)
		n, where = r.hits(0)+max(before, after), "known place"
		if float64(max(before, after)) < buildCompared+2*t.byChance() {
			return false
		}
	}
	twice := r.zeroBased && o.n >= buildCompared && float64(o.two) >= shifted*float64(o.n)
	if !twice && float64(max(before, after)) < shifted*float64(n) {
		return false
	}
	r.Build.Guess = ""
	switch {
	case twice:
		r.Build.Reason = fmt.Sprintf("%s %s two bases before.", shareOf(o.two, o.n, where), verb(o.two, "lies", "lie"))
		r.positionsAgainst(
			"The positions are one too large, and do not count from 0: with 1 added, "+lowerFirst(r.Build.Reason),
			"Leave out --zero-based and subtract 1, or export the position itself.",
		)
	case before > after:
		r.Build.Reason = fmt.Sprintf("%s %s one base after the position in the file.", shareOf(before, n, where), verb(before, "is", "are"))
		r.positionsAgainst(
			"The positions count from 0, as the starts of BED do: "+lowerFirst(r.Build.Reason),
			"State that they do with --zero-based; 1 is then added to each.",
		)
	case r.zeroBased:
		r.Build.Reason = fmt.Sprintf("%s %s one base before.", shareOf(after, n, where), verb(after, "is", "are"))
		r.positionsAgainst("The positions count from 1 already: with 1 added, "+lowerFirst(r.Build.Reason), "Leave out --zero-based.")
	default:
		r.Build.Reason = fmt.Sprintf("%s %s one base before the position in the file.", shareOf(after, n, where), verb(after, "is", "are"))
		r.positionsAgainst(
			"The positions are one too large: "+lowerFirst(r.Build.Reason),
			"Subtract 1, or export the position itself and not the end of its interval.",
		)
	}
	return true
}

// hits counts rows that are at a known place of either build when they are moved.
func (r *reading) hits(by int32) (n int) {
	for i := range r.rows {
		p := place{r.rows[i].Chromosome, r.rows[i].Position + by}
		n += count(p.position > 0 && (r.index.on37[p] != nil || r.index.on38[p] != nil))
	}
	return n
}

// misplaced finds positions of an older assembly, and positions of other variants than the rs
// numbers next to them.
func (r *reading) misplaced(o *offsets) bool {
	if o.n < buildCompared || float64(o.hit) > buildDisagrees*float64(o.n) {
		return false
	}
	if float64(o.near) >= olderShare*float64(o.n) {
		r.Build.Guess = genome.UnknownBuild
		if r.build == genome.NCBI36 || r.cells != nil && r.cells.named == genome.NCBI36 {
			r.Build.Guess = genome.NCBI36
		}
		r.Build.Reason += " It fits neither, but lies near, as on an older build such as NCBI36 (hg18)."
		r.compareOlder()
		return true
	}
	if o.n < leastMisplaced || float64(o.hit) > fewHit*float64(o.n) {
		r.Build.Reason += " It fits neither."
		r.compareOlder()
		return true
	}
	r.Build.Reason = fmt.Sprintf(
		"%s %s at the position that the file has for the rs number, on GRCh37 and on GRCh38.",
		"Only "+shareOf(o.hit, o.n, "known variant"),
		verb(o.n, "is", "are"),
	)
	r.positionsAgainst(
		"Positions and rs numbers contradict each other. "+r.Build.Reason,
		"Check both columns: one of them may be sorted or shifted against the other.",
	)
	return true
}

// compareOlder rejects a newer build for positions of an older one.
func (r *reading) compareOlder() {
	switch r.build {
	case genome.UnknownBuild, genome.NCBI36:
		r.note(sumstats.Finding{
			Code:    "build",
			Field:   sumstats.FieldPosition,
			Message: r.Build.Reason,
			Remedy:  "Lift the positions over to GRCh37 (hg19) or GRCh38 (hg38) first, with the command cohortium sumstats liftover and --from NCBI36, or map the column of another build.",
		})
	default:
		r.buildAgainst(
			fmt.Sprintf("The file is declared to be on %s, but almost no known variant is at its position there. %s", r.build.Label(), r.Build.Reason),
			"Correct the declared build, map the column of that build, or lift the positions over.",
		)
	}
}

func (r *reading) buildAgainst(message, remedy string) {
	r.against(sumstats.Finding{Code: "build", Field: sumstats.FieldPosition, Message: message, Remedy: remedy})
}

// compareBuild compares the declared build with the rows, and the chromosomes with each other.
func (r *reading) compareBuild(t *BuildTally) {
	g := &r.Build
	odd := r.oddChromosome()
	switch {
	case g.mixed:
		r.against(sumstats.Finding{Code: string(CodeMixedBuilds), Field: sumstats.FieldPosition, Message: g.Reason, Remedy: mixedRemedy})
	case odd != "":
		r.against(sumstats.Finding{Code: string(CodeMixedBuilds), Field: sumstats.FieldPosition, Message: odd + " " + mixedBuilds, Remedy: mixedRemedy})
	case r.build == genome.UnknownBuild || g.Guess == r.build:
	case g.Guess != genome.UnknownBuild:
		r.buildAgainst(fmt.Sprintf("The file is declared to be on %s but looks like %s. %s", r.build.Label(), g.Guess.Label(), g.Reason),
			"Correct the declared build, or lift the positions over.")
	case t.Contradicts(r.build):
		r.buildAgainst(fmt.Sprintf("The file is declared to be on %s, but almost no known variant is at its position there. %s", r.build.Label(), g.Reason),
			"Correct the declared build, or lift the positions over.")
	}
}

// oddChromosome names a chromosome on another build than the rest; "" without one.
func (r *reading) oddChromosome() string {
	type hits struct{ on37, on38 int }
	var at [chromosomes]hits
	var all hits
	for i := range r.rows {
		p := place{r.rows[i].Chromosome, r.rows[i].Position}
		if m := r.markers[i]; m.telling() && m.chromosome == p.chromosome && int(p.chromosome) < len(at) {
			on37, on38 := count(p.position == m.pos37), count(p.position == m.pos38)
			at[p.chromosome].on37 += on37
			at[p.chromosome].on38 += on38
			all.on37 += on37
			all.on38 += on38
		}
	}
	if all.on37+all.on38 == 0 {
		return ""
	}
	for c, h := range at {
		on, other, n := h.on38, genome.GRCh38, h.on37+h.on38
		rest := genome.GRCh37
		if all.on38 > all.on37 {
			on, other, rest = h.on37, genome.GRCh37, genome.GRCh38
		}
		if n >= buildCompared && float64(on) >= buildAgrees*float64(n) && n < all.on37+all.on38 {
			return fmt.Sprintf("On chromosome %s %s at the %s position, on the others most are at that of %s.",
				genome.Chromosome(c), shareOf(on, n, "known variant")+" "+verb(on, "is", "are"), other.Label(), rest.Label())
		}
	}
	return ""
}

func lowerFirst(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]|0x20) + s[1:]
}

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
