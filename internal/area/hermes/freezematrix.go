package hermes

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/job"
)

// place is the place of a result in a matrix.
type place struct{ phenotype, ancestry, sex, name string }

func (r *FreezeRow) place() place { return place{r.Phenotype, r.Ancestry, r.Sex, r.Name} }

// wanted is a result that a plan makes.
type wanted struct {
	place
	key  string
	spec FreezeSpec
}

// wantedOf returns the results of a plan in the order of their start. Comparisons of results come last.
func (p *freezePlanner) wantedOf(plan *freeze.Plan) []*wanted {
	var out, last []*wanted
	main := map[string]*wanted{}
	for _, c := range plan.Cells {
		if !c.Made() {
			continue
		}
		for i, j := range c.Jobs {
			w := &wanted{place: place{c.Phenotype, c.Ancestry, c.Sex, j.Name}}
			if len(j.Of) > 0 {
				last = append(last, w)
				continue
			}
			w.spec.Options = p.doc.optionsOf(meta.Scheme(j.Name), c.Ancestry)
			for _, i := range c.Studies {
				w.spec.Inputs = append(w.spec.Inputs, p.studies[i].input())
			}
			w.spec.Cautions = p.doubts[c.Name()]
			w.key = hashOf(w.spec.Inputs, w.spec.Options)
			if out = append(out, w); i == 0 {
				main[c.Name()] = w
			}
		}
	}
	for _, w := range last {
		f, m := main[w.phenotype+"/"+w.ancestry+"/"+freeze.Female], main[w.phenotype+"/"+w.ancestry+"/"+freeze.Male]
		w.spec = FreezeSpec{Inputs: slices.Concat(f.spec.Inputs, m.spec.Inputs), Options: p.doc.differenceOptions(), Compares: true}
		w.key = hashOf(f.key, m.key, w.spec.Options)
	}
	return append(out, last...)
}

// matrix returns the plan with the results that a freeze has started.
func (p *freezePlanner) matrix(ctx context.Context, rows []*FreezeRow) (*FreezePlan, error) {
	if err := p.ancestries(ctx); err != nil {
		return nil, err
	}
	plan, err := p.make(ctx)
	if err != nil {
		return nil, err
	}
	p.cells = plan
	out := &FreezePlan{Phenotypes: []FreezePhenotype{}, Ancestries: append([]string{}, plan.Ancestries...), Sexes: []string{}, Studies: []FreezeStudy{},
		Cells: []*FreezeCell{}, Counts: map[string]int{}}
	for _, code := range plan.Phenotypes {
		out.Phenotypes = append(out.Phenotypes, FreezePhenotype{code, wordsOr(p.words[code], code)})
	}
	for _, sex := range []string{freeze.Both, freeze.Female, freeze.Male} { // in the order of the pages
		if slices.Contains(plan.Sexes, sex) {
			out.Sexes = append(out.Sexes, sex)
		}
	}
	for _, u := range p.studies {
		out.Studies = append(out.Studies, FreezeStudy{UploadID: u.ID, RunID: u.RunID, DatasetName: u.DatasetName, Cohort: u.Cohort, Phenotype: u.Phenotype,
			Ancestry: u.Ancestry, Sex: stratumOf(u.Sex), Participants: u.NTotal, Cases: u.Cases, AcceptedAt: u.accepted()})
	}
	jobs, err := p.jobs(ctx, rows)
	if err != nil {
		return nil, err
	}
	started, wants := map[place]*FreezeRow{}, map[place]*wanted{}
	for _, r := range rows {
		started[r.place()] = r
	}
	for _, w := range p.wantedOf(plan) {
		wants[w.place] = w
	}
	for _, c := range plan.Cells {
		cell := p.cell(c)
		p.results(cell, c, started, wants, jobs)
		cell.Verdict = verdictOf(cell)
		out.Counts[cell.Verdict]++
		if !cell.Compared {
			out.Left++
		}
		out.Cells = append(out.Cells, cell)
	}
	out.Cost = p.cost(out, plan)
	out.Flow = p.flow(plan)
	return out, nil
}

func wordsOr(words, code string) string {
	if words == "" {
		return code
	}
	return words
}

// jobs returns the unfinished jobs of results.
func (p *freezePlanner) jobs(ctx context.Context, rows []*FreezeRow) (map[string]*job.View, error) {
	var ids []string
	for _, r := range rows {
		if r.Meta != nil && (r.Meta.Status == MetaSubmitted || r.Meta.Status == MetaRunning) {
			ids = append(ids, r.Meta.JobID)
		}
	}
	return job.Views(ctx, p.s.store, ids)
}

// cell converts a cell of a plan.
func (p *freezePlanner) cell(c *freeze.Cell) *FreezeCell {
	out := &FreezeCell{Phenotype: c.Phenotype, Ancestry: c.Ancestry, Sex: c.Sex, Status: c.Status, Studies: append([]int{}, c.Studies...),
		LeftOut: []FreezeLeftOut{}, Lacks: append([]FreezeLack{}, p.lacks[c.Name()]...), Results: []*FreezeResult{}, Compared: true}
	for _, i := range c.Studies {
		out.Participants += p.studies[i].NTotal
	}
	for _, l := range c.LeftOut {
		out.LeftOut = append(out.LeftOut, FreezeLeftOut{l.Study, l.Reason})
	}
	switch c.Status {
	case freeze.Short:
		for _, l := range c.Lacks {
			out.Lacks = append(out.Lacks, FreezeLack{Code: l.Code, Blocks: l.Blocks, Title: "Too few studies.", Sentence: l.Sentence})
		}
	case freeze.Skipped:
	default:
		out.Compared = p.known[c.Name()] && p.looked
	}
	if c.Made() {
		out.Seconds, out.Bytes = c.Seconds, c.Bytes
	}
	return out
}

// results adds the results of a cell: those that the plan makes, then others that were started.
func (p *freezePlanner) results(cell *FreezeCell, c *freeze.Cell, started map[place]*FreezeRow, wants map[place]*wanted, jobs map[string]*job.View) {
	names := []string{}
	for _, j := range c.Jobs {
		names = append(names, j.Name)
	}
	for _, name := range []string{"ivw", "random", "samplesize", "metaregression", freeze.SexDifference} {
		at := place{c.Phenotype, c.Ancestry, c.Sex, name}
		if started[at] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		at := place{c.Phenotype, c.Ancestry, c.Sex, name}
		row, want := started[at], wants[at]
		if row == nil && want == nil { // of a cell that is blocked
			continue
		}
		r := &FreezeResult{Name: name, State: ResultPlanned, Outdated: []string{}, Notes: []string{}}
		if row != nil {
			row.show(r, jobs)
			r.Outdated = p.outdated(cell, row, want)
		}
		cell.Results = append(cell.Results, r)
	}
}

// show writes the state of a started result.
func (r *FreezeRow) show(out *FreezeResult, jobs map[string]*job.View) {
	out.State, out.MetaID = r.state(), r.MetaID
	out.NStudies = len(r.Spec.Inputs)
	for _, in := range r.Spec.Inputs {
		out.Participants += in.NTotal
	}
	for i := range r.Spec.Cautions {
		out.Notes = append(out.Notes, r.Spec.Cautions[i].Title+" "+r.Spec.Cautions[i].sentences())
	}
	if r.Error != "" {
		out.Notes = append(out.Notes, r.Error)
	}
	if r.Meta == nil {
		return
	}
	out.NVariants, out.NLoci, out.LambdaGC = r.Meta.NVariants, r.Meta.NLoci, r.Meta.LambdaGC
	if r.Meta.Error != "" {
		out.Notes = append(out.Notes, r.Meta.Error)
	}
	if j := jobs[r.Meta.JobID]; j != nil {
		out.Progress = &FreezeProgress{JobID: j.ID, Stage: j.Stage, Done: j.Done, Total: j.Total}
		if j.ETA != nil {
			seconds := int64(j.ETA.Seconds())
			out.Progress.ETA = &seconds
		}
	}
}

func (r *FreezeRow) state() string {
	switch {
	case r.State == rowCancelled:
		return ResultCancelled
	case r.State == rowFailed:
		return ResultFailed
	case r.Meta == nil:
		return ResultQueued
	}
	return map[MetaStatus]string{MetaSubmitted: ResultQueued, MetaRunning: ResultRunning, MetaCompleted: ResultDone, MetaFailed: ResultFailed,
		MetaCancelled: ResultCancelled}[r.Meta.Status]
}

// unfinished reports whether a result waits or runs.
func (r *FreezeRow) unfinished() bool { s := r.state(); return s == ResultQueued || s == ResultRunning }

// outdated returns why a result must be computed again.
func (p *freezePlanner) outdated(cell *FreezeCell, r *FreezeRow, want *wanted) []string {
	switch {
	case want == nil && !cell.Compared && cell.Status != freeze.Short:
		return []string{}
	case want == nil:
		return []string{"The plan no longer makes this result."}
	case want.key == r.Key:
		return []string{}
	}
	was, is := map[string]MetaInput{}, map[string]MetaInput{}
	for _, in := range r.Spec.Inputs {
		was[in.UploadID] = in
	}
	for _, in := range want.spec.Inputs {
		is[in.UploadID] = in
	}
	out := []string{}
	for _, id := range slices.SortedFunc(maps.Keys(was), func(a, b string) int { return cmpText(was[a].DatasetName, was[b].DatasetName) }) {
		old := was[id]
		in, stays := is[id]
		switch {
		case !stays:
			out = append(out, fmt.Sprintf("%s takes no part any more.%s", old.DatasetName, p.why(cell, id)))
		case in.RunID != old.RunID:
			out = append(out, in.DatasetName+" was replaced by another QC run.")
		case hashOf(in) != hashOf(old):
			out = append(out, "The description of "+in.DatasetName+" changed.")
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(is), func(a, b string) int { return cmpText(is[a].DatasetName, is[b].DatasetName) }) {
		if _, before := was[id]; !before {
			out = append(out, is[id].DatasetName+" was added.")
		}
	}
	if hashOf(want.spec.Options) != hashOf(r.Spec.Options) {
		out = append(out, "The options changed.")
	}
	if len(out) == 0 {
		out = append(out, "A result that it compares changed.")
	}
	return out
}

// why returns the reason why a study is left out of a cell, after a space.
func (p *freezePlanner) why(cell *FreezeCell, uploadID string) string {
	for _, l := range cell.LeftOut {
		if p.studies[l.Study].ID == uploadID {
			return " Reason: " + l.Reason + "."
		}
	}
	return ""
}

// verdictOf returns the state of the results of a cell together.
func verdictOf(c *FreezeCell) string {
	count := map[string]int{}
	for _, r := range c.Results {
		switch {
		case len(r.Outdated) > 0 && r.State != ResultQueued && r.State != ResultRunning:
			count[VerdictOutdated]++
		case r.State == ResultCancelled:
			count[VerdictPlanned]++
		case r.State == ResultQueued:
			count[VerdictRunning]++
		case r.State == ResultDone && len(r.Notes) > 0:
			count[VerdictWarning]++
		default:
			count[r.State]++
		}
	}
	for _, v := range []string{VerdictFailed, VerdictRunning, VerdictOutdated, VerdictPlanned, VerdictWarning} {
		if count[v] > 0 {
			return v
		}
	}
	switch {
	case count[ResultDone] > 0:
		return VerdictPassed
	case c.Status == freeze.Blocked:
		return VerdictBlocked
	}
	return VerdictNotMade
}
