package sumstats

import (
	"fmt"
	"strings"
)

// Confidence says how sure a proposed column is.
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
	field        fieldID
	col          int
	confidence   Confidence
	reason       string
	question     string
	alternatives []string
}

// suggestion is a mapping in the making.
type suggestion struct {
	profiles   []profile
	normalised []string
	software   software
	known      bool // the software was recognised
	proposals  []proposal
	taken      map[int]bool
	findings   []Finding
	agree      agreement
}

// columns is the mapping as it stands.
func (s *suggestion) columns() map[fieldID]int {
	m := map[fieldID]int{}
	for _, p := range s.proposals {
		m[p.field] = p.col
	}
	return m
}

func (s *suggestion) has(f fieldID) bool { return s.get(f) != nil }

func (s *suggestion) get(f fieldID) *proposal {
	for i := range s.proposals {
		if s.proposals[i].field == f {
			return &s.proposals[i]
		}
	}
	return nil
}

func (s *suggestion) propose(p proposal) {
	if s.taken[p.col] || s.has(p.field) {
		return
	}
	s.taken[p.col] = true
	s.proposals = append(s.proposals, p)
}

func (s *suggestion) drop(f fieldID) {
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
func suggest(l *layout, profiles []profile, rows *sample) *suggestion {
	s := &suggestion{profiles: profiles, taken: map[int]bool{}}
	for _, c := range profiles {
		s.normalised = append(s.normalised, c.normalised)
	}
	if l.Generated {
		s.fromValues()
		s.verify(rows)
		return s
	}
	if l.vcf != nil {
		s.software, s.known = gwasVCF, true
		s.fromVCF(l.vcf)
	} else if r, ok := recogniseSoftware(s.normalised); ok {
		s.software, s.known = r.software, true
		s.fromSoftware()
	}
	if !s.known {
		s.fromAliases()
		s.fromSimilarity()
	}
	s.identifiers()
	s.verify(rows)
	return s
}

// fromSoftware follows the table of the recognised software. Where several
// columns of one kind stand side by side, a person chooses the set.
func (s *suggestion) fromSoftware() {
	set := ""
	for _, rule := range s.software.columns {
		found := s.free(rule.find(s.normalised))
		if len(found) == 0 {
			continue
		}
		p := proposal{field: rule.field, col: found[0], confidence: Certain, reason: s.software.label + " writes " + s.profiles[found[0]].name + " for it."}
		if strings.Contains(rule.headers, "/") && len(found) > 1 {
			if set == "" && rule.field == fBeta {
				set = setName(s.normalised[found[0]])
			}
			p.col = bestOfSet(found, s.normalised, set)
			p.confidence = Ask
			p.reason = fmt.Sprintf("%d columns of this kind stand side by side.", len(found))
			p.question = "Which analysis do you want? The file holds several; all columns must come from the same one."
			for _, i := range found {
				if i != p.col {
					p.alternatives = append(p.alternatives, s.profiles[i].name)
				}
			}
		}
		s.propose(p)
	}
	s.repairSets()
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

// setName is what distinguishes the columns of one analysis: beta_EUR gives EUR.
func setName(normalised string) string {
	return strings.Trim(strings.Replace(normalised, "beta", "", 1), "_")
}

func bestOfSet(found []int, normalised []string, set string) int {
	for _, i := range found {
		name := normalised[i]
		if set != "" && (strings.HasSuffix(name, "_"+set) || strings.HasPrefix(name, set+"_") || strings.HasPrefix(name, set)) {
			return i
		}
	}
	return found[0]
}

// repairSets moves frequencies, which stand before beta in the tables, to the set
// that was chosen for beta.
func (s *suggestion) repairSets() {
	beta := s.get(fBeta)
	if beta == nil || beta.confidence != Ask {
		return
	}
	set := setName(s.normalised[beta.col])
	for i := range s.proposals {
		p := &s.proposals[i]
		if p.confidence != Ask || p.field == fBeta {
			continue
		}
		for _, rule := range s.software.columns {
			if rule.field == p.field {
				s.taken[p.col] = false
				p.col = bestOfSet(s.free(rule.find(s.normalised)), s.normalised, set)
				s.taken[p.col] = true
			}
		}
	}
}

// fromVCF maps the unfolded columns of a GWAS-VCF.
func (s *suggestion) fromVCF(v *vcfLayout) {
	for _, rule := range s.software.columns {
		for i, h := range s.normalised {
			if h != rule.headers || i >= v.format && i < v.fixed {
				continue
			}
			if s.profiles[i].present() == 0 && fieldTable[rule.field].kind != kindText {
				continue
			}
			s.propose(proposal{field: rule.field, col: i, confidence: Certain, reason: "GWAS-VCF writes " + s.profiles[i].name + " for it."})
		}
	}
	if len(v.samples) > 1 {
		s.findings = append(s.findings, Finding{Code: "several_samples", Level: Warn,
			Message: fmt.Sprintf("The VCF holds %d data sets; the first, %s, is read.", len(v.samples), v.samples[0])})
	}
}

// identifiers moves a column of identifiers to the field that its values are: rs
// numbers, or places in the form chr:pos.
func (s *suggestion) identifiers() {
	for i := range s.proposals {
		p := &s.proposals[i]
		if p.field != fVariantID {
			continue
		}
		c := &s.profiles[p.col]
		reason := fmt.Sprintf("%.0f %% of its values are rs identifiers.", 100*c.share(c.rs))
		switch {
		case c.share(c.rs) >= 0.5 && !s.has(fRSID):
			p.field, p.reason, p.question = fRSID, reason, ""
		case s.has(fPosition) && (s.has(fChromosome) || s.has(fChrPos)):
		case c.share(c.chrPosAlleles) >= 0.9 && !s.has(fEffectAllele):
			p.field, p.confidence = fChrPosRefAlt, Ask
			p.reason = "Its values are chromosome, position and two alleles."
			p.question = "Is the last allele in " + c.name + " the one whose effect is reported?"
		case c.share(c.chrPos+c.chrPosAlleles) >= 0.9:
			p.field, p.question, p.reason = fChrPos, "", "Its values are chromosome and position."
		}
	}
}

// fromValues proposes columns of a file without header from their values alone;
// each is a question.
func (s *suggestion) fromValues() {
	s.findings = append(s.findings, Finding{Code: "no_header", Level: Block, Message: "The file has no header: its first line is data.",
		Remedy: "Add a header line, or say which column is which."})
	ask := func(f fieldID, col int, what string) {
		s.propose(proposal{field: f, col: col, confidence: Ask, reason: what,
			question: fmt.Sprintf("Is %s the %s?", s.profiles[col].name, strings.ReplaceAll(string(fieldTable[f].field), "_", " "))})
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		switch {
		case c.share(c.rs) >= 0.8:
			ask(fRSID, i, "Its values are rs identifiers.")
		case c.share(c.chrPosAlleles+c.chrPos) >= 0.9:
			ask(fVariantID, i, "Its values are places on the genome.")
		case c.share(c.bases+c.symbols) >= 0.95 && !s.has(fEffectAllele):
			ask(fEffectAllele, i, "Its values are alleles; of two such columns the first is often the effect allele.")
		case c.share(c.bases+c.symbols) >= 0.95:
			ask(fOtherAllele, i, "Its values are alleles.")
		case c.share(c.positions) >= 0.95 && c.max > 1e6 && c.min != c.max:
			ask(fPosition, i, "Its values are large whole numbers.")
		case c.share(c.chromosomes) >= 0.99 && c.max <= 26 && i < 4:
			ask(fChromosome, i, "Its values are chromosome numbers.")
		}
	}
}
