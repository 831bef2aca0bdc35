package freeze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// Fact holds the findings in the file of a study.
type Fact struct {
	SHA256  string               `json:"sha256"`
	Bytes   int64                `json:"bytes"`
	Rows    int64                `json:"rows"`
	Seconds float64              `json:"seconds"` // that reading it took
	Build   genome.Build         `json:"build"`
	Scale   sumstats.EffectScale `json:"scale"`
	Lambda  float64              `json:"lambda"`
	// Problem is why the file cannot be read without an answer, empty if it can.
	Problem string           `json:"problem,omitempty"`
	Sample  *studyset.Sample `json:"-"`
}

// Status is the decision of a plan on a cell.
type Status string

// The statuses.
const (
	Ready   Status = "ready"
	Warned  Status = "warned"  // is made
	Blocked Status = "blocked" // is not made until its lacks are corrected
	Short   Status = "short"   // does not meet the rule
	Skipped Status = "skipped" // was deselected
)

// Lack is a finding about a cell.
type Lack struct {
	Code     string `json:"code"`
	Blocks   bool   `json:"blocks"`
	Sentence string `json:"sentence"`
}

// LeftOut is a study that takes no part in a cell.
type LeftOut struct {
	Study  int    `json:"-"` // of the document
	Cohort string `json:"cohort"`
	Reason string `json:"reason"`
}

// Cell is one phenotype, ancestry and sex.
type Cell struct {
	Phenotype    string    `json:"phenotype"`
	Ancestry     string    `json:"ancestry"`
	Sex          string    `json:"sex"`
	Status       Status    `json:"status"`
	Studies      []int     `json:"-"` // of the document, in order of the cohorts
	Cohorts      []string  `json:"cohorts"`
	LeftOut      []LeftOut `json:"left_out"`
	Participants float64   `json:"participants"` // as stated, 0 if a study states none
	Lacks        []Lack    `json:"lacks"`
	Jobs         []Job     `json:"jobs"`
	Seconds      float64   `json:"seconds,omitempty"` // estimated
	Bytes        float64   `json:"bytes,omitempty"`   // estimated, of the files written
}

// Name is the folder of a cell.
func (c *Cell) Name() string { return strings.Join([]string{c.Phenotype, c.Ancestry, c.Sex}, "/") }

// Made reports whether the plan makes the cell.
func (c *Cell) Made() bool { return c.Status == Ready || c.Status == Warned }

// Job is one run of a cell.
type Job struct {
	Name    string       `json:"name"` // of its files
	Options meta.Options `json:"options"`
	// Of are the folders of the cells whose main results are compared; empty for a run of studies.
	Of []string `json:"of,omitempty"`
}

// SexDifference is the name of the job that compares females with males.
const SexDifference = "sex-difference"

// Plan is a freeze before it runs.
type Plan struct {
	Phenotypes []string `json:"phenotypes"`
	Ancestries []string `json:"ancestries"`
	Sexes      []string `json:"sexes"`
	Cells      []*Cell  `json:"cells"`
}

// planner holds the state of one plan.
type planner struct {
	of    map[string][]int // studies by phenotype
	doc   *Document
	facts []Fact // by study; nil before files are read
	rates Rates
	moved map[int]string // by study: the sentence that its ancestry differs
	judge func(*Cell)
}

// NewPlan plans a freeze. facts are those of the studies in order, nil when files are not looked at.
func NewPlan(d *Document, facts []Fact, rates Rates) *Plan {
	p := &planner{doc: d, facts: facts, rates: rates, moved: Contradicted(d.Studies, facts)}
	p.judge = p.lacks
	return p.plan()
}

// NewPlanWith is NewPlan for a caller that judges the studies of a cell itself.
func NewPlanWith(d *Document, facts []Fact, rates Rates, judge func(*Cell) []Lack) *Plan {
	p := &planner{doc: d, facts: facts, rates: rates}
	p.judge = func(c *Cell) {
		for _, l := range judge(c) {
			c.lack(l.Code, l.Blocks, l.Sentence)
		}
	}
	return p.plan()
}

func (p *planner) plan() *Plan {
	d, plan := p.doc, &Plan{}
	p.of = map[string][]int{}
	for i := range d.Studies {
		s := &d.Studies[i]
		p.of[s.Phenotype] = append(p.of[s.Phenotype], i)
		plan.Phenotypes = added(plan.Phenotypes, s.Phenotype)
		plan.Ancestries = added(plan.Ancestries, s.Ancestry)
		plan.Sexes = added(plan.Sexes, s.Sex)
	}
	slices.Sort(plan.Phenotypes)
	slices.Sort(plan.Ancestries)
	slices.Sort(plan.Sexes)
	each, all := p.schemes()
	for _, phenotype := range plan.Phenotypes {
		for _, sex := range plan.Sexes {
			for _, ancestry := range plan.Ancestries {
				plan.Cells = append(plan.Cells, p.cell(phenotype, ancestry, sex, each))
			}
			if len(all) > 0 {
				plan.Cells = append(plan.Cells, p.cell(phenotype, All, sex, all))
			}
		}
	}
	if d.SexDifference {
		plan.compareSexes(d)
	}
	if len(all) > 0 {
		plan.Ancestries = append(plan.Ancestries, All)
	}
	for _, c := range plan.Cells {
		p.cost(c)
	}
	return plan
}

func added(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// schemes parts the schemes into those of each ancestry and those of all.
func (p *planner) schemes() (each, all []meta.Scheme) {
	for _, scheme := range p.doc.Schemes {
		if scheme == meta.MetaRegression {
			all = append(all, scheme)
		} else {
			each = append(each, scheme)
		}
	}
	return each, all
}

// cell plans one cell.
func (p *planner) cell(phenotype, ancestry, sex string, schemes []meta.Scheme) *Cell {
	c := &Cell{Phenotype: phenotype, Ancestry: ancestry, Sex: sex, Status: Ready, Cohorts: []string{}, LeftOut: []LeftOut{}, Lacks: []Lack{}, Jobs: []Job{}}
	least, cases := 2, 0.0
	for _, r := range p.doc.Rules {
		if r.holds(phenotype, ancestry, sex) {
			least, cases = cmp.Or(r.MinStudies, least), cmp.Or(r.MinCases, cases)
		}
	}
	if ancestry == All {
		least = max(least, 4)
	}
	for _, i := range p.of[phenotype] {
		s := &p.doc.Studies[i]
		if s.Sex != sex || ancestry != All && s.Ancestry != ancestry {
			continue
		}
		if reason := p.leftOut(s, cases); reason != "" {
			c.LeftOut = append(c.LeftOut, LeftOut{i, s.Cohort, reason})
			continue
		}
		c.Studies = append(c.Studies, i)
	}
	slices.SortStableFunc(c.Studies, func(a, b int) int { return strings.Compare(p.doc.Studies[a].Cohort, p.doc.Studies[b].Cohort) })
	slices.SortStableFunc(c.LeftOut, func(a, b LeftOut) int { return strings.Compare(a.Cohort, b.Cohort) })
	known := true
	for _, i := range c.Studies {
		s := &p.doc.Studies[i]
		c.Cohorts = append(c.Cohorts, s.Cohort)
		c.Participants += s.Participants()
		known = known && s.Participants() > 0
	}
	if !known {
		c.Participants = 0
	}
	if n := len(c.Studies); n < least {
		c.Status = Short
		c.Lacks = append(c.Lacks, Lack{Code: "few_studies", Blocks: true, Sentence: fmt.Sprintf("needs %d more", least-n)})
		return c
	}
	for _, scheme := range schemes {
		c.Jobs = append(c.Jobs, Job{Name: string(scheme), Options: p.doc.optionsOf(scheme)})
	}
	if slices.ContainsFunc(p.doc.Skip, func(s Scope) bool { return s.holds(phenotype, ancestry, sex) }) {
		c.Status, c.Jobs = Skipped, []Job{}
		return c
	}
	p.judge(c)
	return c
}

// leftOut returns why a study takes no part in its cell.
func (p *planner) leftOut(s *Study, cases float64) string {
	for _, e := range p.doc.Exclude {
		if e.holds(s) {
			return e.Reason
		}
	}
	switch {
	case p.doc.Late(s) != "":
		return p.doc.Late(s)
	case s.Cases > 0 && s.Cases < cases:
		return fmt.Sprintf("%s cases, fewer than %s", phrase.Thousands(int64(s.Cases)), phrase.Thousands(int64(cases)))
	}
	return ""
}

// Late returns a reason if a study was accepted after the deadline.
func (d *Document) Late(s *Study) string {
	if d.Deadline.IsZero() || !s.Accepted.After(d.Deadline) {
		return ""
	}
	return "accepted after " + d.Deadline.Format("2 Jan 2006")
}

func (c *Cell) lack(code string, blocks bool, sentence string) {
	c.Lacks = append(c.Lacks, Lack{Code: code, Blocks: blocks, Sentence: sentence})
	switch {
	case blocks:
		c.Status = Blocked
	case c.Status == Ready:
		c.Status = Warned
	}
}

// lacks judges the studies of a cell by the document and by what their files contain.
func (p *planner) lacks(c *Cell) {
	for i, cohort := range c.Cohorts[1:] {
		if cohort == c.Cohorts[i] {
			c.lack("duplicate", true, fmt.Sprintf("%s has two files in this cell: exclude one, or name the cohorts differently.", cohort))
		}
	}
	if p.facts == nil {
		return
	}
	set := make([]studyset.Study, len(c.Studies))
	first := map[string]string{} // cohort by digest
	builds := map[genome.Build]string{}
	for at, i := range c.Studies {
		f, cohort := &p.facts[i], c.Cohorts[at]
		set[at] = studyset.Study{Name: cohort, Scale: f.Scale, Sample: f.Sample, Rows: f.Rows, Lambda: f.Lambda}
		switch {
		case f.Problem != "":
			c.lack("unreadable", true, fmt.Sprintf("%s: %s", cohort, f.Problem))
		case first[f.SHA256] != "":
			c.lack("duplicate", true, fmt.Sprintf("%s and %s have the same file: exclude one.", first[f.SHA256], cohort))
		}
		first[f.SHA256] = cohort
		if f.Build != genome.UnknownBuild && p.doc.Options.Build == genome.UnknownBuild {
			builds[f.Build] = cohort
		}
		if sentence := p.moved[i]; sentence != "" && c.Ancestry != All {
			c.lack("ancestry", true, sentence)
		}
	}
	if len(builds) > 1 {
		var parts []string
		for build, cohort := range builds {
			parts = append(parts, fmt.Sprintf("%s is on %s", cohort, build))
		}
		slices.Sort(parts)
		c.lack("build", true, strings.Join(parts, ", ")+": lift over to one build.")
	}
	if c.Status != Blocked {
		p.together(c, set)
	}
}

// together takes what the studies of a cell show beside each other. Verdicts that the options of all jobs
// answer do not block.
func (p *planner) together(c *Cell, set []studyset.Study) {
	for _, v := range studyset.Judge(set) {
		answered := !slices.ContainsFunc(c.Jobs, func(j Job) bool { return !j.Options.Answered(v, c.Cohorts) })
		text := v.Sentence
		if !answered {
			text += " " + v.Advice
		}
		c.lack(string(v.Code), !answered, text)
	}
}

// compareSexes adds the comparison to the cells of females that have one of males beside them.
func (p *Plan) compareSexes(d *Document) {
	opt := d.optionsOf(meta.FixedEffect)
	opt.GenomicControl, opt.OutputGenomicControl, opt.LeaveOneOut, opt.MAF, opt.Info = false, false, false, 0, 0
	opt.OutputMAF, opt.OutputNProportion, opt.MinStudies = 0, 0, 2
	for _, f := range p.Cells {
		if f.Sex != Female || f.Ancestry == All || !f.Made() {
			continue
		}
		if m := p.find(f.Phenotype, f.Ancestry, Male); m != nil && m.Made() {
			f.Jobs = append(f.Jobs, Job{Name: SexDifference, Options: opt, Of: []string{f.Name(), m.Name()}})
		}
	}
}

func (p *Plan) find(phenotype, ancestry, sex string) *Cell {
	for _, c := range p.Cells {
		if c.Phenotype == phenotype && c.Ancestry == ancestry && c.Sex == sex {
			return c
		}
	}
	return nil
}
