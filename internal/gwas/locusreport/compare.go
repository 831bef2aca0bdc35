package locusreport

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// Limits of colocalisation.
const (
	FewestShared = 50  // variants with a Bayes factor for both traits
	LeastShared  = 0.5 // of the variants of the smaller file
	LeastSignal  = 5.0 // −log10 P of the lead of each trait
)

// Comparison is the colocalisation of two traits in a locus.
type Comparison struct {
	Region   string    `json:"region"`
	Refusal  string    `json:"not_compared,omitempty"`
	Verdicts [2]string `json:"verdicts"` // whether the association of each trait can be believed
	Notes    []string  `json:"notes"`
	Pairs    []Pair    `json:"pairs"`
	Shared   int       `json:"shared_variants"` // in both, also without a Bayes factor

	// Other is the variant of the second trait of each of the first, −1 if it has none, and Turned
	// whether its effect is of the other allele.
	Other  []int  `json:"-"`
	Turned []bool `json:"-"`
}

// Pair compares a signal of each trait.
type Pair struct {
	Signals     [2]int           `json:"signals"` // number of the credible set of each trait, from 1
	Leads       [2]string        `json:"leads"`   // most probable variant of each signal
	Variants    int              `json:"shared_variants"`
	Posterior   coloc.Posterior  `json:"posterior"` // of H0 to H4
	Conclusion  coloc.Conclusion `json:"conclusion"`
	Sentence    string           `json:"sentence"` // the conclusion, its probability, and the priors for which it holds
	Best        string           `json:"most_probable_shared_variant"`
	BestShare   stat.Number      `json:"probability_if_shared"`
	Sensitivity []Sensitive      `json:"sensitivity"`
}

// Sensitive is the posterior for another p12.
type Sensitive struct {
	P12       float64         `json:"p12"`
	Posterior coloc.Posterior `json:"posterior"`
}

// Compare compares the signals of two traits in the same region.
func Compare(a, b *Mapped, prior coloc.Prior) *Comparison {
	out := &Comparison{Region: a.Region.String(), Notes: []string{}, Pairs: []Pair{}}
	out.match(a, b)
	if out.Refusal = refusal(a, b, out.Shared); out.Refusal != "" {
		return out
	}
	for i, m := range []*Mapped{a, b} {
		out.Verdicts[i] = string(m.Locus.Verdict)
		if m.Locus.Verdict == suspicion.Doubt {
			out.Notes = append(out.Notes, fmt.Sprintf("The association of the %s trait is doubted. See the reasons in its fine-mapping.", which[i]))
		}
		if m.Locus.Why != "" {
			out.Notes = append(out.Notes, fmt.Sprintf("The %s trait: %s", which[i], m.Locus.Why))
		}
	}
	for s := range a.Locus.Sets {
		for u := range b.Locus.Sets {
			out.Pairs = append(out.Pairs, out.pair(a, b, s, u, prior))
		}
	}
	return out
}

var which = [2]string{"first", "second"}

type key struct {
	position int32
	lo, hi   variant.Allele
}

// match finds the variants of the second trait: position and alleles are equal, single bases also on
// the other strand.
func (c *Comparison) match(a, b *Mapped) {
	dict := variant.NewDict()
	alleles := func(v *Variant) (ea, oa variant.Allele) {
		ea, _ = dict.Parse([]byte(v.EffectAllele))
		oa, _ = dict.Parse([]byte(v.OtherAllele))
		return ea, oa
	}
	keyOf := func(v *Variant) key {
		lo, hi := variant.Class(alleles(v))
		return key{v.Position, lo, hi}
	}
	at := make(map[key]int, len(b.Variants))
	for i := range b.Variants {
		at[keyOf(&b.Variants[i])] = i
	}
	c.Other, c.Turned = make([]int, len(a.Variants)), make([]bool, len(a.Variants))
	for i := range a.Variants {
		k, ok := at[keyOf(&a.Variants[i])]
		if !ok {
			c.Other[i] = -1
			continue
		}
		c.Other[i] = k
		c.Shared++
		ea, oa := alleles(&a.Variants[i])
		other, _ := alleles(&b.Variants[k])
		c.Turned[i] = other != ea && (variant.Palindromic(ea, oa) || !ea.Single() || other != ea.OtherStrand())
	}
}

func (c *Comparison) pair(a, b *Mapped, s, u int, prior coloc.Prior) Pair {
	first, second := make([]float64, len(c.Other)), make([]float64, len(c.Other))
	for i, k := range c.Other {
		first[i] = a.Variants[i].LogBF[s]
		if second[i] = math.NaN(); k >= 0 {
			second[i] = b.Variants[k].LogBF[u]
		}
	}
	e := coloc.Weigh(first, second)
	p := Pair{Signals: [2]int{s + 1, u + 1}, Leads: [2]string{a.Locus.Sets[s].Variants[0].Variant, b.Locus.Sets[u].Variants[0].Variant},
		Variants: e.Variants, Posterior: e.Posterior(prior), BestShare: stat.Number(math.NaN())}
	for i, x := range e.Causal() {
		if x > float64(p.BestShare) || p.Best == "" && !math.IsNaN(x) {
			p.Best, p.BestShare = a.Name(i), stat.Number(x)
		}
	}
	var limit float64
	p.Conclusion, limit = e.Conclude(prior)
	p.Sentence = concluded(&p, prior, limit)
	for _, row := range e.Sensitivity(prior) {
		p.Sensitivity = append(p.Sensitivity, Sensitive{row.P12, row.Posterior})
	}
	return p
}

// concluded returns the conclusion on a pair as a sentence.
func concluded(p *Pair, prior coloc.Prior, limit float64) string {
	h3, h4 := p.Posterior[coloc.Distinct], p.Posterior[coloc.Shared]
	low, high := prior.P1*prior.P2, min(prior.P1, prior.P2)
	switch p.Conclusion {
	case coloc.SharedVariant:
		holds := fmt.Sprintf("It does for each p12 of at least %.1e.", limit)
		if limit <= low {
			holds = "It does for every p12, even if the traits are independent."
		}
		return fmt.Sprintf("The two signals share a causal variant: H4 has probability %.3f, and at least %g is required. %s", h4, coloc.Decisive, holds)
	case coloc.DistinctVariants:
		holds := fmt.Sprintf("It does for each p12 of at most %.1e.", limit)
		if limit >= high {
			holds = "It does for every p12."
		}
		return fmt.Sprintf("The two signals have distinct causal variants: H3 has probability %.3f, and at least %g is required. %s", h3, coloc.Decisive, holds)
	}
	why := fmt.Sprintf("Undecided: H3 (distinct) has probability %.3f and H4 (shared) %.3f, and one of them must reach %g.", h3, h4, coloc.Decisive)
	if h3+h4 < coloc.Decisive {
		why += " The evidence for a causal variant in both traits is weak here."
	}
	return why
}

// refusal returns why a locus cannot be compared, "" if it can.
func refusal(a, b *Mapped, shared int) string {
	for i, m := range []*Mapped{a, b} {
		switch l := &m.Locus; {
		case len(m.Variants) == 0:
			return fmt.Sprintf("The file of the %s trait has no variant in the region. Check the genome build.", which[i])
		case l.Lead == "" || !(float64(l.NegLog10P) > LeastSignal):
			return fmt.Sprintf("The %s trait has no signal: no variant has P < 1e-5.", which[i])
		case len(l.Sets) == 0 && l.Why != "":
			return fmt.Sprintf("The %s trait: %s", which[i], l.Why)
		case len(l.Sets) == 0:
			return fmt.Sprintf("Fine-mapping found no credible set for the %s trait.", which[i])
		}
	}
	if smaller := min(len(a.Variants), len(b.Variants)); shared < FewestShared || float64(shared) < LeastShared*float64(smaller) {
		return fmt.Sprintf("Only %d variants are in both files, with %d and %d in the region. "+
			"Use the files before filtering by P, or impute both with one panel.", shared, len(a.Variants), len(b.Variants))
	}
	return ""
}
