package recognise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// leastParsed is the share of values that must be readable for a column to be
// taken without a question.
const leastParsed = 0.95

// verify compares the proposals with the sampled values: unreadable values, a P on another scale
// than its name suggests, an odds ratio called beta, a minor allele frequency offered as that of
// the effect allele.
func (s *suggestion) verify(rows *sample) {
	s.proposals = slices.DeleteFunc(s.proposals, func(p proposal) bool {
		c := &s.profiles[p.col]
		return p.field.Numeric() && c.share(c.compound) >= leastPlaces // which no field is
	})
	for i := range s.proposals {
		p := &s.proposals[i]
		c := &s.profiles[p.col]
		parsed := c.parsed(p.field)
		if c.present() > 0 && parsed < leastParsed && !s.mixedIdentifiers(p) {
			p.doubt(
				fmt.Sprintf("Only %s of %s can be read as %s.", of(int(math.Round(parsed*float64(c.present()))), c.present(), "value"), c.name, words(p.field)),
				fmt.Sprintf("Is %s really the %s?", c.name, words(p.field)),
			)
		}
		if c.rows > 0 && c.present() == 0 {
			s.findings = append(s.findings, sumstats.Finding{Code: "empty_column", Level: sumstats.Warn, Column: c.name, Field: p.field,
				Message: "The column " + c.name + " holds no value."})
		}
	}
	s.checkMAF()
	s.checkP(rows)
	s.checkSE(rows)
	s.takeAgreeing(rows)
	s.checkFrequency()
	s.checkAlleles()
}

// tellAgreement states in how many rows P follows from effect and error.
func (s *suggestion) tellAgreement() {
	for _, f := range pFields {
		p := s.get(f)
		if p == nil || p.confidence == Ask || s.agree.n < leastAgreement {
			continue
		}
		p.reason += fmt.Sprintf(" %s %s P = 2Φ(−|effect / SE|).", of(s.agree.agree, s.agree.n, "row"), verb(s.agree.agree, "has", "have"))
		return
	}
}

// doubt turns a proposal into a question.
func (p *proposal) doubt(reason, question string) {
	p.confidence, p.likely = Ask, false
	p.reason = reason
	p.question = question
}

// mixedIdentifiers reports whether a column may hold identifiers of several kinds: one that places
// do without.
func (s *suggestion) mixedIdentifiers(p *proposal) bool {
	placed := s.has(sumstats.FieldChrPos) || s.has(sumstats.FieldChrPosRefAlt) || s.has(sumstats.FieldChromosome) && s.has(sumstats.FieldPosition)
	return p.field == sumstats.FieldVariantID || p.field == sumstats.FieldRSID && (placed || p.question == mixedQuestion)
}

// checkMAF uses that no minor allele frequency exceeds one half.
func (s *suggestion) checkMAF() {
	p := s.get(sumstats.FieldMAF)
	if p == nil || s.has(sumstats.FieldMinorAllele) {
		return
	}
	c := &s.profiles[p.col]
	if c.numbers > 0 && c.max > 0.5 && !s.has(sumstats.FieldEAF) {
		p.field = sumstats.FieldEAF
		p.doubt(fmt.Sprintf("%s has values above 0.5 (up to %.3g), so it is no minor allele frequency.", c.name, c.max),
			fmt.Sprintf("Is %s the frequency of the effect allele?", c.name))
	}
}

// leastForRatio is how many effects are needed before their sign means something.
const leastForRatio = 30

// pColumns are the P proposals of a file.
var pFields = []sumstats.Field{sumstats.FieldP, sumstats.FieldNegLog10P, sumstats.FieldLnP, sumstats.FieldLog10P}

// checkP finds the scale of each P column by range and, where the range leaves it
// open, by agreement with effect and error.
func (s *suggestion) checkP(rows *sample) {
	for _, f := range pFields {
		p := s.get(f)
		if p == nil {
			continue
		}
		c := &s.profiles[p.col]
		if c.numbers == 0 {
			continue
		}
		scales := scaleAgreement(rows, s.columns(), p.col)
		scale, certain := pScale(c, scales)
		if scale == f {
			s.agree = scales.of(f)
			if certain || s.known {
				continue
			}
		}
		s.explainScale(p, c, scale, scales)
	}
}

// strayShare is the share of values that may be plain errors and are no evidence about the column
// as a whole.
const strayShare = 0.02

// pScale returns the field that the values of a P column belong to. certain is false when range and
// agreement leave it open.
func pScale(c *profile, a scales) (f sumstats.Field, certain bool) {
	strays := int(strayShare * float64(c.numbers))
	above, below := c.aboveOne > strays, c.negative > strays
	switch {
	case above && !below:
		return sumstats.FieldNegLog10P, true
	case below && !above && c.negative+c.zeros >= c.numbers-strays:
		if a.ln.share() > a.log10.share() {
			return sumstats.FieldLnP, a.ln.n >= leastAgreement
		}
		return sumstats.FieldLog10P, a.log10.n >= leastAgreement
	case below:
		return "", false
	}
	// All in [0, 1]: P, or a −log10 P that happens to be small everywhere.
	if a.p.n >= leastAgreement && a.negLog.share() > agrees && a.p.share() < 0.5 {
		return sumstats.FieldNegLog10P, true
	}
	if a.p.n < leastAgreement && c.present() < 20 {
		return sumstats.FieldP, false
	}
	return sumstats.FieldP, true
}

// explainScale words the evidence of the values about the scale when it contradicts the name.
func (s *suggestion) explainScale(p *proposal, c *profile, scale sumstats.Field, a scales) {
	if scale == p.field {
		return
	}
	if scale == "" {
		p.doubt(fmt.Sprintf("%s has values below 0 and above 1, which no P value on any scale has.", c.name),
			fmt.Sprintf("Is %s really a P value?", c.name))
		return
	}
	if p.field == sumstats.FieldNegLog10P && scale == sumstats.FieldP && a.p.n < leastAgreement && a.negLog.share() >= a.p.share() {
		return // few values, all small, and nothing contradicts the name
	}
	if s.has(scale) {
		p.doubt(fmt.Sprintf("%s has values from %.3g to %.3g, which is not the scale of its name.", c.name, c.min, c.max),
			fmt.Sprintf("On which scale is %s?", c.name))
		return
	}
	was := p.field
	p.field = scale
	p.doubt(fmt.Sprintf("By its name %s is %s, but its values, from %.3g to %.3g, are those of %s.", c.name, words(was), c.min, c.max, words(scale)),
		fmt.Sprintf("Does %s hold %s?", c.name, strings.TrimSuffix(scale.Description(), ".")))
	p.likely = scale == sumstats.FieldP || a.of(scale).n >= leastAgreement && a.of(scale).share() >= agrees
	s.findings = append(s.findings, sumstats.Finding{Code: "p_scale", Level: sumstats.Warn, Column: c.name, Field: scale,
		Message: p.reason, Remedy: "Confirm the scale in the mapping."})
}

// checkSE compares the error with P when the effect is a ratio: some files have the error of the
// ratio itself.
func (s *suggestion) checkSE(rows *sample) {
	se, ratio := s.get(sumstats.FieldSE), s.get(sumstats.FieldOddsRatio)
	kind := "odds"
	if ratio == nil {
		ratio, kind = s.get(sumstats.FieldHazardRatio), "hazard"
	}
	if se == nil || ratio == nil || s.has(sumstats.FieldBeta) {
		return
	}
	onLog, onRatio := seAgreement(rows, s.columns(), pFieldOf(s))
	name := s.profiles[se.col].name
	if onLog.n < leastAgreement || onRatio.share() < onLog.share()+clearlyBetter {
		if se.confidence == Ask && se.set == "" && onLog.n >= leastAgreement && onLog.share() >= agrees {
			se.confidence, se.question = Likely, ""
			se.reason = fmt.Sprintf(
				"%s %s with %s as the error of the logarithm of the %s ratio.",
				of(onLog.agree, onLog.n, "P value"),
				verb(onLog.agree, "agrees", "agree"),
				name,
				kind,
			)
		}
		return
	}
	se.field = sumstats.FieldSEOfRatio
	se.doubt(fmt.Sprintf(
		"%s %s with %s as the error of the %s ratio itself, %s with it as the error of its logarithm.",
		of(
			onRatio.agree,
			onRatio.n,
			"P value",
		),
		verb(onRatio.agree, "agrees", "agree"),
		name,
		kind,
		thousands(onLog.agree),
	), fmt.Sprintf("Is %s the standard error of the %s ratio and not of its logarithm?", name, kind))
	se.likely = onRatio.share() >= agrees
}

// takeAgreeing takes an error and a P whose names leave their meaning open where P
// follows from effect and error in nearly all rows, and no other column may be one
// of them.
func (s *suggestion) takeAgreeing(rows *sample) {
	se, p := s.get(sumstats.FieldSE), s.get(pFieldOf(s))
	if se == nil || p == nil || se.confidence != Ask && p.confidence != Ask || len(s.sets) > 1 || s.otherResults() {
		return
	}
	a, _ := seAgreement(rows, s.columns(), pFieldOf(s))
	if a.n < leastDisagreement || a.share() < agrees {
		return
	}
	reason := fmt.Sprintf("P follows from effect and standard error in %s.", of(a.agree, a.n, "row"))
	for _, f := range []sumstats.Field{sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldZ, se.field, p.field} {
		if q := s.get(f); q != nil && q.confidence == Ask && q.question == doubtQuestion(f, s.profiles[q.col].name) {
			q.confidence, q.question, q.reason = Likely, "", reason
		}
	}
}

// otherResults reports whether a column that is not proposed has the name of an effect, a Z, an
// error or a P.
func (s *suggestion) otherResults() bool {
	for i, h := range s.normalised {
		a, ok := aliasOf(h)
		if ok && a.sure && !s.taken[i] && ofOneResult[a.field] {
			return true
		}
	}
	return false
}

// ofOneResult are the fields of which an analysis has one each.
var ofOneResult = map[sumstats.Field]bool{
	sumstats.FieldBeta: true, sumstats.FieldOddsRatio: true, sumstats.FieldHazardRatio: true, sumstats.FieldZ: true, sumstats.FieldSE: true,
	sumstats.FieldP: true, sumstats.FieldNegLog10P: true, sumstats.FieldLnP: true, sumstats.FieldLog10P: true,
}

func pFieldOf(s *suggestion) sumstats.Field {
	for _, f := range pFields {
		if s.has(f) {
			return f
		}
	}
	return ""
}

// leastForMAF is how many frequencies are needed before it matters that none exceeds one half.
const leastForMAF = 200

// ownFrequency are names that do not state the allele of the frequency, but whose likely meaning is
// that of the effect allele in the study itself.
var ownFrequency = map[string]bool{"af": true, "freq": true, "frq": true, "frequency": true, "allelefreq": true, "allele_freq": true, "allele_frequency": true}

// checkFrequency doubts frequencies that never exceed one half, which look like
// minor allele frequencies.
func (s *suggestion) checkFrequency() {
	p := s.get(sumstats.FieldEAF)
	if p == nil {
		return
	}
	c := &s.profiles[p.col]
	switch {
	case s.known || c.numbers < leastForMAF || c.max > 0.5:
	case p.confidence != Ask:
		p.reason += " No value exceeds 0.5, so check that it is not the minor allele frequency."
	default:
		p.doubt(fmt.Sprintf("No value of %s exceeds 0.5, as in a minor allele frequency.", c.name),
			fmt.Sprintf("Is %s the frequency of the effect allele, whatever it is, or of the rarer allele?", c.name))
	}
}

// checkAlleles reports numbered and symbolic alleles.
func (s *suggestion) checkAlleles() {
	p := s.get(sumstats.FieldEffectAllele)
	if p == nil {
		return
	}
	c := &s.profiles[p.col]
	if c.numbered > 0 {
		f := sumstats.Finding{
			Code:    codeNumbered,
			Level:   sumstats.Info,
			Column:  c.name,
			Field:   sumstats.FieldEffectAllele,
			Message: "Alleles are numbered: 1, 2, 3, 4 are read as A, C, G, T.",
		}
		s.findings = append(s.findings, f)
	}
	if c.symbols > 0 {
		s.findings = append(s.findings, sumstats.Finding{
			Code:   "symbolic_alleles",
			Level:  sumstats.Info,
			Column: c.name,
			Field:  sumstats.FieldEffectAllele,
			Message: fmt.Sprintf(
				"%d of %d alleles looked at are symbols such as I, D or R; such rows are left out unless you decide otherwise.",
				c.symbols,
				c.rows,
			),
		})
	}
}

// leastAgreement is the number of rows needed for an agreement to count, agrees the share from
// which a reading is accepted for the file, and clearlyBetter by how much one reading must be ahead
// of another.
const (
	leastAgreement = 10
	agrees         = 0.9
	clearlyBetter  = 0.2
)
