package hermes

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
)

// freezePlanner plans one freeze from what is stored.
type freezePlanner struct {
	s       *Service
	doc     *FreezeDocument
	all     []*FreezeUpload // every submission that the document selects, accepted or not
	studies []*FreezeUpload // the accepted ones
	plan    freeze.Document
	facts   []freeze.Fact
	binary  map[string]bool // phenotypes of cases and controls
	words   map[string]string
	moved   map[int]string // studies whose frequencies contradict their ancestry, with a sentence
	looked  bool           // moved is known
	until   time.Time      // when to stop comparing studies
	policy  int64          // version of the consortium's settings
	lacks   map[string][]FreezeLack
	doubts  map[string][]Caution // of cells, confirmed or not
	known   map[string]bool      // cells whose studies were compared
	cells   *freeze.Plan
	err     error
}

// planner reads what a plan needs, with one query of each kind.
func (s *Service) planner(ctx context.Context, doc *FreezeDocument, patience time.Duration) (*freezePlanner, error) {
	p := &freezePlanner{s: s, doc: doc, until: time.Now().Add(patience), binary: map[string]bool{}, words: map[string]string{},
		lacks: map[string][]FreezeLack{}, doubts: map[string][]Caution{}, known: map[string]bool{}}
	uploads, err := s.store.FreezeUploads(ctx)
	if err != nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := s.store.ConsortiumSettings(ctx)
	if err != nil {
		return nil, err
	}
	p.policy = settings.Version
	for _, one := range phenotypes {
		p.binary[one.Code], p.words[one.Code] = one.Dichotomous, one.Description
	}
	for _, u := range uploads {
		if !selected(doc.Phenotypes, u.Phenotype) || !selected(doc.Ancestries, u.Ancestry) || !selected(doc.Sexes, stratumOf(u.Sex)) {
			continue
		}
		p.all = append(p.all, u)
		if u.Status == ReviewApproved {
			p.studies = append(p.studies, u)
		}
	}
	p.describe()
	return p, nil
}

func selected(list []string, one string) bool { return len(list) == 0 || slices.Contains(list, one) }

// stratumOf returns the sex of a freeze for the sex stratification of a submission.
func stratumOf(stratum string) string {
	switch stratum {
	case MaleOnly:
		return freeze.Male
	case FemaleOnly:
		return freeze.Female
	}
	return freeze.Both
}

// describe writes the document for package freeze, with the accepted submissions as its studies.
func (p *freezePlanner) describe() {
	d := &p.plan
	d.Deadline, _ = time.Parse(time.DateOnly, p.doc.Deadline)
	d.Schemes, d.SexDifference, d.Rules, d.Exclude, d.Skip = p.doc.Schemes, p.doc.SexDifference, p.doc.Rules, p.doc.Exclude, p.doc.Skip
	d.Options = p.doc.Options.compute(nil)
	for _, u := range p.studies {
		study := freeze.Study{Cohort: strings.TrimSpace(u.Cohort), File: u.DatasetName, Phenotype: u.Phenotype, Ancestry: u.Ancestry, Sex: stratumOf(u.Sex),
			N: float64(u.NTotal), Accepted: u.accepted().UTC().Truncate(24 * time.Hour)}
		if u.Cases != nil {
			study.Cases = float64(*u.Cases)
		}
		d.Studies = append(d.Studies, study)
		fact := freeze.Fact{SHA256: u.SHA256, Bytes: u.FileSize, Build: u.Build, Scale: u.Scale}
		if u.Rows != nil {
			fact.Rows = *u.Rows
		}
		if u.LambdaGC != nil {
			fact.Lambda = *u.LambdaGC
		}
		p.facts = append(p.facts, fact)
	}
}

// accepted returns when a submission was accepted.
func (u *FreezeUpload) accepted() time.Time {
	if u.ReviewedAt != nil {
		return *u.ReviewedAt
	}
	return u.UploadedAt
}

// submission returns what the comparison of submissions uses.
func (u *FreezeUpload) submission() *Submission {
	return &Submission{ID: u.ID, RunID: u.RunID, DatasetName: u.DatasetName, Cohort: u.Cohort, Phenotype: u.Phenotype, Ancestry: u.Ancestry,
		Sex: u.Sex, NTotal: u.NTotal, Cases: u.Cases, Status: u.Status}
}

func (u *FreezeUpload) input() MetaInput {
	return MetaInput{UploadID: u.ID, RunID: u.RunID, DatasetName: u.DatasetName, Cohort: u.Cohort, Ancestry: u.Ancestry,
		NTotal: u.NTotal, Cases: u.Cases, Controls: controls(u.NTotal, u.Cases)}
}

// optionsOf returns the options of one result: those that only other schemes use are dropped.
func (d *FreezeDocument) optionsOf(scheme meta.Scheme, ancestry string) MetaOptions {
	o := d.Options
	o.Scheme, o.MixedSex, o.MultiAncestry = string(scheme), false, ancestry == freeze.All
	o.LeaveOneOut = o.LeaveOneOut && scheme.InverseVariance()
	if scheme != meta.RandomEffects {
		o.RandomModel = meta.RandomModel{}
	}
	if scheme != meta.MetaRegression {
		o.Axes = 0
	}
	return o
}

// differenceOptions are those of the comparison of females with males.
func (d *FreezeDocument) differenceOptions() MetaOptions {
	o := d.Options
	return MetaOptions{Scheme: string(meta.FixedEffect), MinStudies: 2, Palindromic: string(meta.KeepAsStated), FewShared: o.FewShared,
		SharedPeople: o.SharedPeople, Inflated: o.Inflated, DoubtfulSize: o.DoubtfulSize}
}

// make plans. Cells whose studies are not compared when the time is over are planned without.
func (p *freezePlanner) make(ctx context.Context) (*freeze.Plan, error) {
	rates := freeze.Reading(nil)
	plan := freeze.NewPlanWith(&p.plan, p.facts, rates, func(c *freeze.Cell) []freeze.Lack {
		slices.SortStableFunc(c.Studies, func(a, b int) int {
			return cmp.Or(
				strings.Compare(p.plan.Studies[a].Cohort, p.plan.Studies[b].Cohort),
				strings.Compare(p.studies[a].DatasetName, p.studies[b].DatasetName),
			)
		})
		lacks := p.judge(ctx, c)
		slices.SortStableFunc(lacks, func(a, b FreezeLack) int { return rank(a.Blocks) - rank(b.Blocks) })
		p.lacks[c.Name()] = lacks
		out := make([]freeze.Lack, len(lacks))
		for i, l := range lacks {
			out[i] = freeze.Lack{Code: l.Code, Blocks: l.Blocks, Sentence: l.Sentence}
		}
		return out
	})
	return plan, p.err
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// judge returns the findings about a cell with enough studies: those of the choice of a meta-analysis,
// and what would refuse it.
func (p *freezePlanner) judge(ctx context.Context, c *freeze.Cell) (lacks []FreezeLack) {
	lacks = append(lacks, p.builds(c)...)
	lacks = append(lacks, p.refused(c)...)
	cautions, known, err := p.cautions(ctx, c)
	if err != nil {
		p.err = err
		return lacks
	}
	p.known[c.Name()] = known
	at := map[string]int{}
	for _, i := range c.Studies {
		at[p.studies[i].ID] = i
	}
	for _, one := range cautions {
		if one.Code == CautionAncestry && c.Ancestry == freeze.All { // its purpose
			continue
		}
		p.doubts[c.Name()] = append(p.doubts[c.Name()], one)
		l := FreezeLack{Code: string(one.Code), Title: one.Title, Sentence: one.sentences() + " " + one.Advice}
		for _, f := range one.Findings {
			for _, id := range f.Datasets {
				l.Studies = append(l.Studies, at[id])
			}
		}
		slices.Sort(l.Studies)
		l.Studies = slices.Compact(l.Studies)
		l.Option, l.Blocks = p.answered(c, one.Code)
		lacks = append(lacks, l)
	}
	for _, i := range c.Studies {
		if text := p.moved[i]; text != "" && c.Ancestry != freeze.All {
			lacks = append(lacks, FreezeLack{Code: "ancestry_differs", Title: "Frequencies contradict the declared ancestry.", Blocks: true,
				Sentence: text, Studies: []int{i}})
		}
	}
	return lacks
}

// answered returns the option that confirms a caution, and whether a result of the cell still lacks it.
func (p *freezePlanner) answered(c *freeze.Cell, code CautionCode) (option string, blocks bool) {
	for _, j := range c.Jobs {
		o := p.doc.optionsOf(j.Options.Scheme, c.Ancestry)
		name, yes := o.confirmed(code)
		if code != CautionScale && code != CautionContradiction {
			option = name
		}
		blocks = blocks || !yes
	}
	return option, blocks
}

// builds finds studies whose clean files are on another build than the first.
func (p *freezePlanner) builds(c *freeze.Cell) (lacks []FreezeLack) {
	first := -1
	for _, i := range c.Studies {
		u := p.studies[i]
		switch {
		case u.Build == genome.UnknownBuild:
		case first < 0:
			first = i
		case u.Build != p.studies[first].Build:
			lacks = append(lacks, FreezeLack{Code: "build", Title: "Different genome builds.", Blocks: true, Studies: []int{first, i}, Sentence: fmt.Sprintf(
				"QC of %s was on %s, that of %s on %s. Run QC again on the older one.", u.DatasetName, u.Build.Label(), p.studies[first].DatasetName,
				p.studies[first].Build.Label())})
		}
	}
	return lacks
}

// refused finds why a meta-analysis of the cell would be refused.
func (p *freezePlanner) refused(c *freeze.Cell) (lacks []FreezeLack) {
	say := func(code, title, sentence string) {
		if !slices.ContainsFunc(lacks, func(l FreezeLack) bool { return l.Sentence == sentence }) {
			lacks = append(lacks, FreezeLack{Code: code, Title: title, Sentence: sentence, Blocks: true})
		}
	}
	for _, j := range c.Jobs {
		o := p.doc.optionsOf(j.Options.Scheme, c.Ancestry)
		computed := o.compute(nil)
		if err := computed.CompleteAxes(len(c.Studies)); err != nil {
			say("options", "Options do not fit.", sentenceOf(err)+".")
		}
		if n := len(c.Studies); o.MinStudies > n {
			say("options", "Options do not fit.", fmt.Sprintf("Only %d studies; no variant can be in %d. Change the minimum of studies.", n, o.MinStudies))
		}
		for _, i := range c.Studies {
			if u := p.studies[i]; j.Options.Scheme == meta.SampleSize && p.binary[u.Phenotype] && u.Cases == nil {
				say("cases", "Cases are not stated.", u.DatasetName+
					" does not state its number of cases, so its effective sample size is not known. Add the number to its metadata, or combine by inverse variance.")
			}
		}
	}
	return lacks
}

// cautions returns what comparing the studies of a cell showed, and false if there was no time for it.
func (p *freezePlanner) cautions(ctx context.Context, c *freeze.Cell) ([]Caution, bool, error) {
	uploads := make([]*Submission, len(c.Studies))
	key := make([]MetaInput, len(c.Studies))
	for at, i := range c.Studies {
		uploads[at], key[at] = p.studies[i].submission(), p.studies[i].input()
	}
	name := hashOf(key, p.policy)
	if kept, ok := p.s.judged.Kept(name); ok {
		return kept, true, nil
	}
	if time.Now().After(p.until) {
		return nil, false, nil
	}
	found, err := p.s.judged.Get(ctx, name, func(ctx context.Context) ([]Caution, error) { return p.s.cautions(ctx, uploads) })
	return found, err == nil, err
}

// hashOf returns the SHA-256 of the JSON of some values.
func hashOf(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // the values are plain
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
