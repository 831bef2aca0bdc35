package recognise

import (
	"fmt"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// Confidence is how sure a proposed column is.
type Confidence string

// Certain: the software or the values leave no doubt. Likely: the name means the
// field, and a person should look. Ask: do not use without a person's answer.
const (
	Certain Confidence = "certain"
	Likely  Confidence = "likely"
	Ask     Confidence = "ask"
)

// proposal is one field proposed for one column.
type proposal struct {
	field        sumstats.Field
	col          int
	confidence   Confidence
	reason       string
	question     string
	likely       bool // the proposed answer to the question is the likely one
	alternatives []string
	evidence     []string
	set          string         // of one analysis of several
	setField     sumstats.Field // by the name; the values may have changed field
}

// suggestion is a mapping in the making.
type suggestion struct {
	profiles   []profile
	normalised []string
	software   software
	known      bool // the software was recognised
	proposals  []proposal
	taken      map[int]bool
	findings   []sumstats.Finding
	agree      agreement
	sets       []analysis // of which one has to be chosen
}

// columns returns the current mapping.
func (s *suggestion) columns() map[sumstats.Field]int {
	m := map[sumstats.Field]int{}
	for _, p := range s.proposals {
		m[p.field] = p.col
	}
	return m
}

func (s *suggestion) has(f sumstats.Field) bool { return s.get(f) != nil }

func (s *suggestion) get(f sumstats.Field) *proposal {
	for i := range s.proposals {
		if s.proposals[i].field == f {
			return &s.proposals[i]
		}
	}
	return nil
}

func (s *suggestion) propose(p proposal) {
	pointer := p.field.NamesAllele()
	if s.taken[p.col] && !pointer || s.has(p.field) {
		return
	}
	if !pointer {
		s.taken[p.col] = true
	}
	s.proposals = append(s.proposals, p)
}

func (s *suggestion) drop(f sumstats.Field) {
	for i := range s.proposals {
		if s.proposals[i].field == f {
			s.taken[s.proposals[i].col] = false
			s.proposals = append(s.proposals[:i], s.proposals[i+1:]...)
			return
		}
	}
}

// suggest proposes a column for every field it can: from the software's table
// when the software is recognised, from aliases and values otherwise.
func suggest(l *sumstats.Layout, profiles []profile, rows *sample, index *markerIndex) *suggestion {
	s := &suggestion{profiles: profiles, taken: map[int]bool{}}
	for _, c := range profiles {
		s.normalised = append(s.normalised, c.normalised)
	}
	if f, is := s.foreignTable(); is {
		s.findings = append(s.findings, f)
		return s
	}
	if l.Generated {
		s.fromValues()
		s.verify(rows)
		return s
	}
	if l.VCF != nil {
		s.software, s.known = gwasVCF, true
		s.fromVCF(l.VCF)
	} else if r, ok := recogniseSoftware(s.normalised); ok {
		s.software, s.known = r.software, true
	}
	s.fromAnalyses()
	switch {
	case !s.known:
		s.fromAliases(rows)
		s.fromSimilarity()
	case l.VCF == nil:
		s.fromSoftware()
		s.complement()
	}
	s.identifiers(rows, index)
	s.fromPlaces(rows, index)
	s.fromNumberedPlaces(rows, index)
	s.fromMixedNames()
	s.fromAllelePairs(rows, index)
	s.verify(rows)
	s.tellAgreement()
	s.confirmPlace(rows, index)
	s.knownVariants(rows, index)
	return s
}

// fromSoftware follows the table of the recognised software.
func (s *suggestion) fromSoftware() {
	for _, rule := range s.software.columns {
		found := rule.find(s.normalised)
		if !rule.field.NamesAllele() {
			found = s.free(found)
		} else if !s.orientsFrequency() {
			continue
		}
		if len(found) == 0 {
			continue
		}
		name := s.profiles[found[0]].name
		p := proposal{field: rule.field, col: found[0], confidence: Certain, reason: s.software.label + " writes " + name + " for it."}
		if rule.doubt != "" {
			p.doubt(rule.doubt, doubtQuestion(rule.field, name))
		}
		s.propose(p)
	}
}

// orientsFrequency reports whether a frequency or a count belongs to an allele column.
func (s *suggestion) orientsFrequency() bool {
	return s.has(sumstats.FieldAlleleFrequency) || s.has(sumstats.FieldAlleleFrequencyCases) || s.has(sumstats.FieldAlleleFrequencyControls) ||
		s.has(sumstats.FieldCountBB)
}

// beside lists the fields that a file may have in addition to those that its software writes: they
// mean the same whichever allele the effect is of.
var beside = map[sumstats.Field]bool{
	sumstats.FieldChromosome: true,
	sumstats.FieldPosition:   true,
	sumstats.FieldChrPos:     true,
	sumstats.FieldRSID:       true,
	sumstats.FieldVariantID:  true,
	sumstats.FieldN:          true,
	sumstats.FieldNCases:     true,
	sumstats.FieldNControls:  true,
	sumstats.FieldNEff:       true,
	sumstats.FieldNEffHalf:   true,
	sumstats.FieldInfo:       true,
	sumstats.FieldNegLog10P:  true,
	sumstats.FieldTest:       true,
	sumstats.FieldNStudies:   true,
	sumstats.FieldHetI2:      true,
	sumstats.FieldHetP:       true,
	sumstats.FieldHWE:        true,
	sumstats.FieldCallRate:   true,
	sumstats.FieldChiSquare:  true,
}

// complement maps what the table of the software does not name by the names that
// mean their field wherever they occur.
func (s *suggestion) complement() {
	for _, f := range sumstats.Fields() {
		if !beside[f] && (f != sumstats.FieldEAF || s.software.originals || s.orientsFrequency()) || f == sumstats.FieldN && s.has(sumstats.FieldNStudies) {
			continue
		}
		for _, found := range s.named(f) {
			if !s.taken[found.col] && (found.sure || f == sumstats.FieldTest && s.profiles[found.col].additive > 0) {
				s.propose(proposal{field: f, col: found.col, confidence: Certain,
					reason: fmt.Sprintf("Recognised by the name %s.", s.profiles[found.col].name)})
			}
		}
	}
	if !s.has(sumstats.FieldEAF) && !s.orientsFrequency() && !s.software.originals {
		s.frequencyFromAliases(sumstats.FieldEAF, sumstats.FieldAlleleFrequency)
	}
	if !s.covered(sumstats.FieldSE) {
		s.fromAlias(sumstats.FieldSE)
	}
	if s.has(sumstats.FieldEffectAllele) && !s.has(sumstats.FieldOtherAllele) && !s.has(sumstats.FieldReferenceAllele) {
		s.bothOfReference(Certain)
	}
}

// free keeps the columns that are not taken.
func (s *suggestion) free(cols []int) []int {
	var out []int
	for _, c := range cols {
		if !s.taken[c] {
			out = append(out, c)
		}
	}
	return out
}

// fromVCF maps the unfolded columns of a GWAS-VCF.
func (s *suggestion) fromVCF(v *sumstats.VCF) {
	for _, rule := range s.software.columns {
		for i, h := range s.normalised {
			if h != rule.headers || v.Folded(i) {
				continue
			}
			if rule.field == sumstats.FieldFrequencyAllele && !s.orientsFrequency() {
				continue
			}
			if s.profiles[i].present() == 0 && rule.field.Numeric() {
				continue
			}
			s.propose(proposal{field: rule.field, col: i, confidence: Certain, reason: "GWAS-VCF writes " + s.profiles[i].name + " for it."})
		}
	}
	if len(v.Samples) == 1 && !s.orientsFrequency() {
		s.frequencyOfInfo()
	}
	if len(v.Samples) > 1 {
		s.findings = append(s.findings, sumstats.Finding{Code: "several_samples", Level: sumstats.Warn,
			Message: fmt.Sprintf("The VCF holds %d data sets; the first, %s, is read.", len(v.Samples), v.Samples[0])})
	}
}

// frequencyOfInfo asks about AF in INFO where FORMAT has none: it may be of the study or of a panel.
func (s *suggestion) frequencyOfInfo() {
	for i := range s.profiles {
		if c := &s.profiles[i]; c.name == sumstats.InfoAF && c.present() > 0 {
			s.propose(proposal{
				field:      sumstats.FieldEAF,
				col:        i,
				confidence: Ask,
				question:   "Whose frequency is " + c.name + "?",
				reason:     "The study has no AF beside its effects. AF in INFO is of ALT, the effect allele, and may be that of a reference panel: then do without it.",
			})
		}
	}
}

// identifiers moves a column of identifiers to the field that its values are: rs
// numbers, or places in the form chr:pos.
func (s *suggestion) identifiers(rows *sample, index *markerIndex) {
	for i := range s.proposals {
		p := &s.proposals[i]
		c := &s.profiles[p.col]
		if p.field == sumstats.FieldRSID && c.rs == 0 && c.share(c.chrPos+c.chrPosAlleles) >= 0.9 {
			p.field = sumstats.FieldVariantID // its name suggests another field
		}
		if p.field != sumstats.FieldVariantID {
			continue
		}
		reason := fmt.Sprintf("%s %s.", of(c.rs, c.present(), "value"), verb(c.rs, "is an rs number", "are rs numbers"))
		switch {
		case c.share(c.rs) >= 0.5 && !s.has(sumstats.FieldRSID):
			p.field, p.reason, p.question = sumstats.FieldRSID, reason, ""
		case s.has(sumstats.FieldPosition) && (s.has(sumstats.FieldChromosome) || s.has(sumstats.FieldChrPos)):
		case c.share(c.chrPosAlleles) >= 0.9 && !s.has(sumstats.FieldEffectAllele):
			p.field, p.confidence = sumstats.FieldChrPosRefAlt, Ask
			p.reason = "Its values are chromosome, position and two alleles."
			p.question = "Is the last allele in " + c.name + " the one whose effect is reported?"
			p.likely, p.evidence = s.firstIsReference(p.col, rows, index)
		case c.share(c.chrPos+c.chrPosAlleles) >= 0.9:
			p.field, p.question, p.reason = sumstats.FieldChrPos, "", "Its values are chromosome and position."
		}
	}
}

// codeNoHeader is the code of the finding that a file has no header.
const codeNoHeader = "no_header"

// fromValues proposes columns of a file without header from their values alone;
// each is a question.
func (s *suggestion) fromValues() {
	s.findings = append(s.findings, sumstats.Finding{Code: codeNoHeader, Level: sumstats.Block, Message: "The file has no header: its first line is data.",
		Remedy: "Add a header line, or say which column is which."})
	ask := func(f sumstats.Field, col int, what string) {
		s.propose(proposal{field: f, col: col, confidence: Ask, reason: what,
			question: fmt.Sprintf("Is %s the %s?", s.profiles[col].name, strings.ReplaceAll(string(f), "_", " "))})
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		switch {
		case c.share(c.rs) >= 0.8:
			ask(sumstats.FieldRSID, i, "Its values are rs identifiers.")
		case c.share(c.chrPosAlleles+c.chrPos) >= 0.9:
			ask(sumstats.FieldVariantID, i, "Its values are places on the genome.")
		case c.share(c.bases+c.symbols) >= 0.95 && !s.has(sumstats.FieldEffectAllele):
			ask(sumstats.FieldEffectAllele, i, "Its values are alleles; of two such columns the first is often the effect allele.")
		case c.share(c.bases+c.symbols) >= 0.95:
			ask(sumstats.FieldOtherAllele, i, "Its values are alleles.")
		case c.share(c.positions) >= 0.95 && c.max > 1e6 && c.min != c.max:
			ask(sumstats.FieldPosition, i, "Its values are large whole numbers.")
		case c.share(c.chromosomes) >= 0.99 && c.max <= 26 && i < 4:
			ask(sumstats.FieldChromosome, i, "Its values are chromosome numbers.")
		}
	}
}
