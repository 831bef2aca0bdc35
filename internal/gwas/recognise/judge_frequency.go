package recognise

import (
	"fmt"
	"math"
	"regexp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Thresholds of the judgement of frequencies.
const (
	// mirrored is the share of known variants at which a frequency is that of the other allele, and
	// agreesWithOwn the share from which it is that of its allele.
	mirrored      = 0.95
	agreesWithOwn = 0.8
	// leastUnlike is how many known variants are needed to decide that a frequency belongs to no
	// allele.
	leastUnlike = 100
	// folded is the share on either side of one half that a minor allele frequency
	// reaches: it is that of the rarer allele, whichever that is.
	folded = 0.9
	// outsideUnit is the share of values outside 0 to 1 that no frequency has.
	outsideUnit = 0.5
)

// frequencyTally counts, of known variants whose alleles are not about equally common in a
// population, those whose frequency is nearer to that of its allele, separately for alleles that
// are common and rare in the population.
type frequencyTally struct {
	common, rare       int
	ownCommon, ownRare int
	apart              float64
}

func (t *frequencyTally) n() int   { return t.common + t.rare }
func (t *frequencyTally) own() int { return t.ownCommon + t.ownRare }

func (t *frequencyTally) add(frequency, known float64) {
	toOwn, toOther := math.Abs(frequency-known), math.Abs(frequency-(1-known))
	t.apart += min(toOwn, toOther)
	switch {
	case known > 0.5+nearHalf:
		t.common++
		t.ownCommon += count(toOwn < toOther)
	case known < 0.5-nearHalf:
		t.rare++
		t.ownRare += count(toOwn < toOther)
	}
}

// frequencyFields are those of which one is the frequency as it is read, the
// first ones first.
var frequencyFields = []sumstats.Field{
	sumstats.FieldEAF,
	sumstats.FieldOAF,
	sumstats.FieldAlleleFrequency,
	sumstats.FieldEAFControls,
	sumstats.FieldAlleleFrequencyControls,
}

// frequencyField returns the field of the frequencies that are mapped, "" without one.
func (r *reading) frequencyField() sumstats.Field {
	for _, f := range frequencyFields {
		if r.mapping[f] != "" {
			return f
		}
	}
	return ""
}

// judgeFrequency compares the frequency of the effect allele, as the reading has
// it, with that of known variants.
func (r *reading) judgeFrequency() {
	if len(r.Against) > 0 && r.Against[len(r.Against)-1].Code == codeNumbered {
		return // the alleles name no bases
	}
	field := r.frequencyField()
	if field == "" {
		r.noteUnused()
		r.turnedLetters()
		return
	}
	r.outsideUnit(field)
	t, byChromosome, population := r.knownFrequencies()
	n := t.n()
	if n < tellingRows {
		r.turnedLetters()
		return
	}
	name := r.mapping[field]
	by := fmt.Sprintf(", by 1000 Genomes, %s.", population)
	doubt := func(what, share, of string, instead sumstats.Field) {
		r.doubt(r.askFrequency(field, fmt.Sprintf("%s %s at %s%s%s", name, what, share, of, by), instead))
	}
	switch other := n - t.own(); {
	case float64(t.own()) >= agreesWithOwn*float64(n):
		r.turnedChromosome(name, &byChromosome, by)
	case float64(other) >= mirrored*float64(n):
		doubt("is nearer to the frequency of the other allele than to that of the effect allele", shareOf(other, n, "known variant"), "", sumstats.FieldOAF)
	case float64(t.ownRare) >= folded*float64(t.rare) && t.common >= tellingRows && float64(t.ownCommon) <= (1-folded)*float64(t.common):
		doubt("is the frequency of the rarer allele: it is nearer to that of the other allele", shareOf(t.common-t.ownCommon, t.common, "known variant"),
			" whose effect allele is the common one", sumstats.FieldMAF)
	case n >= leastUnlike:
		doubt("agrees with no allele: it is nearer to the frequency of the effect allele", shareOf(t.own(), n, "known variant"), " only", "")
	}
}

// frequencyWord finds the word for a frequency in a header.
var frequencyWord = regexp.MustCompile(`(^|_)(freq|frq|frequency|af|eaf|raf)(_|$)`)

// noteUnused reports that no frequency is read though a column looks like one: its name does not
// state the allele or the people.
func (r *reading) noteUnused() {
	if r.cells == nil || r.mapping[sumstats.FieldMAF] != "" {
		return
	}
	for i := range r.cells.profiles {
		c := &r.cells.profiles[i]
		if c.numbers == 0 || c.inUnit < c.numbers || !frequencyWord.MatchString(c.normalised) {
			continue
		}
		r.note(sumstats.Finding{
			Code:    "frequency_unused",
			Field:   sumstats.FieldEAF,
			Column:  c.name,
			Message: "The column " + c.name + " looks like a frequency and is not used: its name does not show which allele it belongs to, or whether it is from this study.",
			Remedy:  "If it is the effect allele's in this study, map it: " + string(sumstats.FieldEAF) + "=" + c.name + ".",
		})
		return
	}
}

// turnedChromosome finds a chromosome whose alleles have changed places: the frequency
// is that of the other allele there, and of the effect allele elsewhere.
func (r *reading) turnedChromosome(name string, by *[chromosomes]frequencyTally, source string) {
	for c := range by {
		if n, own := by[c].n(), by[c].own(); n >= tellingRows && float64(n-own) >= mirrored*float64(n) {
			r.against(sumstats.Finding{
				Code:   codeAllelesChange,
				Field:  sumstats.FieldEffectAllele,
				Column: r.mapping[sumstats.FieldEffectAllele],
				Message: fmt.Sprintf(
					"On chromosome %s %s is nearer to the frequency of the other allele than to that of the effect allele at %s, and elsewhere it is not%s",
					genome.Chromosome(c),
					name,
					shareOf(n-own, n, "known variant"),
					source,
				),
				Remedy: "The two alleles, or the frequency, have changed places there. Check how that chromosome was made, and export it as the others.",
			})
			return
		}
	}
}

// turnedLetters finds such a chromosome where no frequency shows it: the effect allele is the
// reference there and the alternate allele on all others, or the other way round.
func (r *reading) turnedLetters() {
	var all alleleShare
	var by [chromosomes]alleleShare
	for i := range r.rows {
		if isRef, ok := r.markers[i].orientation(letter(r.rows[i].EA), letter(r.rows[i].OA)); ok {
			all.add(isRef)
			by[r.markers[i].chromosome].add(isRef)
		}
	}
	for c, on := range by {
		rest := alleleShare{all.n - on.n, all.reference - on.reference}
		if on.n < tellingRows || rest.n < leastUnlike {
			continue
		}
		here, there := "reference", "alternate"
		if rest.reference > rest.n-rest.reference {
			here, there = there, here
			on.reference, rest.reference = on.n-on.reference, rest.n-rest.reference
		}
		if part(on.reference, on.n) >= mirrored && part(rest.reference, rest.n) <= 1-mirrored {
			name := r.mapping[sumstats.FieldEffectAllele]
			r.against(sumstats.Finding{
				Code:   codeAllelesChange,
				Field:  sumstats.FieldEffectAllele,
				Column: name,
				Message: fmt.Sprintf("On chromosome %s %s is the %s allele at %s, and elsewhere the %s allele at %s.", genome.Chromosome(c), name,
					here, shareOf(on.reference, on.n, "known variant"), there, shareOf(rest.n-rest.reference, rest.n, "known variant")),
				Remedy: "The two alleles may have changed places there, and no frequency shows it. Check how that chromosome was made, and export it as the others.",
			})
			return
		}
	}
}

// alleleShare counts known variants whose effect allele is the reference.
type alleleShare struct{ n, reference int }

func (s *alleleShare) add(isRef bool) {
	s.n++
	s.reference += count(isRef)
}

// codeAllelesChange is the code of a chromosome whose alleles have changed places.
const codeAllelesChange = "alleles_change"

// knownFrequencies compares with the population whose frequencies are nearest, over
// the whole file and on each chromosome.
func (r *reading) knownFrequencies() (all frequencyTally, by [chromosomes]frequencyTally, population string) {
	var of [len(populations)]frequencyTally
	var on [len(populations)][chromosomes]frequencyTally
	for i := range r.rows {
		row := &r.rows[i]
		if !(row.EAF >= 0 && row.EAF <= 1) || row.Flags&sumstats.EAFIsMAF != 0 {
			continue
		}
		effectIsRef, ok := r.markers[i].orientation(letter(row.EA), letter(row.OA))
		if !ok {
			continue
		}
		for k, percent := range r.markers[i].percent {
			p := float64(percent) / 100
			if effectIsRef {
				p = 1 - p
			}
			of[k].add(row.EAF, p)
			on[k][r.markers[i].chromosome].add(row.EAF, p)
		}
	}
	best := 0
	for k := range of {
		if of[k].apart < of[best].apart {
			best = k
		}
	}
	return of[best], on[best], populations[best]
}

// letter returns the base of an allele of one letter, 0 for any other.
func letter(a variant.Allele) byte {
	if !a.Single() {
		return 0
	}
	return "ACGT"[a-variant.A]
}

// askFrequency asks whose frequency it is; likely is the field that the evidence supports, if any.
func (r *reading) askFrequency(field sumstats.Field, evidence string, likely sumstats.Field) Question {
	name := r.mapping[field]
	options := []Option{
		r.as("The effect allele", field, sumstats.FieldEAF, " if it is that of the effect allele anyway"),
		r.as("The other allele", field, sumstats.FieldOAF, " if it is that of the other allele"),
		r.as("The rarer allele", field, sumstats.FieldMAF, " if it is that of the rarer allele"),
		without(field),
	}
	for i := range options {
		options[i].Likely = likely != "" && options[i].field == likely
	}
	return r.ask(field, fmt.Sprintf("Whose frequency is %s?", name), []string{evidence}, options...)
}

// outsideUnit asks to do without a frequency most of whose values no frequency
// has. No answer makes it one.
func (r *reading) outsideUnit(field sumstats.Field) {
	if r.cells == nil {
		return
	}
	c := r.cells.profile(r.mapping[field])
	if c == nil || c.numbers == 0 || float64(c.numbers-c.inUnit) <= outsideUnit*float64(c.numbers) {
		return
	}
	evidence := fmt.Sprintf("%s has values from %.3g to %.3g; a frequency is between 0 and 1.", c.name, c.min, c.max)
	if c.min >= 0 && c.max <= 100 {
		evidence += " They look like per cent: divide the column by 100."
	}
	r.doubt(r.ask(field, "Go on without "+c.name+"?", []string{evidence}, without(field)))
}

// judgeAlleles rejects alleles that only count, 1 and 2 of every variant, and reports those of the
// reverse strand.
func (r *reading) judgeAlleles() {
	r.noteStrand()
	if r.cells == nil {
		return
	}
	column := r.column(sumstats.FieldEffectAllele)
	c := r.cells.profile(column)
	if c == nil || c.numbered < leastCounting || c.threeFour > 0 || c.numbered < c.present() {
		return
	}
	r.against(sumstats.Finding{
		Code:   codeNumbered,
		Field:  sumstats.FieldEffectAllele,
		Column: c.name,
		Message: fmt.Sprintf(
			"The alleles in %s are 1 and 2 in %s, which only count the alleles of a variant and name no base.",
			c.name,
			shareOf(c.numbered, c.present(), "row"),
		),
		Remedy: "Export the alleles as letters, with PLINK without --recode12.",
	})
}

// noteStrand reports alleles that are those of the reverse strand at known variants.
func (r *reading) noteStrand() {
	n, reverse := 0, 0
	for i := range r.rows {
		m, a, b := r.markers[i], letter(r.rows[i].EA), letter(r.rows[i].OA)
		if _, ok := m.orientation(a, b); ok {
			n++
			reverse += count(a != m.ref && a != m.alt)
		}
	}
	if reverse < leastReverse || float64(reverse) < reverseShare*float64(n) {
		return
	}
	r.note(sumstats.Finding{
		Code:    "reverse_strand",
		Field:   sumstats.FieldEffectAllele,
		Column:  r.mapping[sumstats.FieldEffectAllele],
		Message: fmt.Sprintf("The alleles are those of the reverse strand at %s. They are kept as they stand.", shareOf(reverse, n, "known variant")),
		Remedy:  "Quality control with a reference panel turns them; what an A/T or C/G variant is, letters do not tell. Better export the alleles of the forward strand.",
	})
}

// leastReverse known variants on the reverse strand, and this share, are not errors of single rows.
const (
	leastReverse = 10
	reverseShare = 0.05
)

// codeNumbered is the code of findings about alleles that are numbers.
const codeNumbered = "numbered_alleles"

// leastCounting is how many alleles without a 3 or 4 show that they are not coded
// A, C, G, T = 1–4.
const leastCounting = 20
