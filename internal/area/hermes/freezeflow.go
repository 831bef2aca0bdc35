package hermes

import (
	"maps"
	"slices"
	"strings"

	"cohortium/internal/area/freeze"
)

func cmpText(a, b string) int { return strings.Compare(a, b) }

// people counts the participants of submissions: of each cohort and ancestry the most of a phenotype,
// where females and males add up.
func people(files []*FreezeUpload) (cohorts int, participants int64) {
	type group struct{ cohort, ancestry string }
	type trait struct {
		group
		phenotype, sex string
	}
	largest, names := map[trait]int64{}, map[string]bool{}
	for _, u := range files {
		cohort := cohortKey(u.Cohort)
		t := trait{group{cohort, u.Ancestry}, u.Phenotype, stratumOf(u.Sex)}
		largest[t], names[cohort] = max(largest[t], u.NTotal), true
	}
	most := map[group]int64{}
	for t, n := range largest {
		if t.sex != freeze.Both {
			of := t
			of.sex = freeze.Female
			n = largest[of]
			of.sex = freeze.Male
			n += largest[of]
		}
		most[t.group] = max(most[t.group], n)
	}
	for _, n := range most {
		participants += n
	}
	return len(names), participants
}

func cohortKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// flow returns the way of cohorts and participants from the submissions to the release.
func (p *freezePlanner) flow(plan *freeze.Plan) FreezeFlow {
	late := p.lateReasons()
	out := p.outReasons(plan)
	left := slices.Clone(p.all)
	steps := []FreezeFlowStep{step("submitted", left, nil)}
	for _, s := range []struct {
		code string
		lost func(*FreezeUpload) string
	}{
		{"passed_qc", qcReason}, {"accepted", reviewReason},
		{"before_deadline", func(u *FreezeUpload) string { return late[u.ID] }},
		{"in_release", func(u *FreezeUpload) string { return out[u.ID] }},
	} {
		reasons := map[string]bool{}
		for _, u := range left {
			if r := s.lost(u); r != "" {
				reasons[r] = true
			}
		}
		lost := []FreezeLoss{}
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			before := step("", left, nil)
			left = slices.DeleteFunc(left, func(u *FreezeUpload) bool { return s.lost(u) == reason })
			after := step("", left, nil)
			lost = append(lost, FreezeLoss{Reason: reason, Files: before.Files - after.Files, Cohorts: before.Cohorts - after.Cohorts,
				Participants: before.Participants - after.Participants})
		}
		steps = append(steps, step(s.code, left, lost))
	}
	return FreezeFlow{Steps: steps, Ancestries: ancestriesOf(left)}
}

func step(code string, files []*FreezeUpload, lost []FreezeLoss) FreezeFlowStep {
	cohorts, participants := people(files)
	return FreezeFlowStep{Code: code, Files: len(files), Cohorts: cohorts, Participants: participants, Lost: append([]FreezeLoss{}, lost...)}
}

func ancestriesOf(files []*FreezeUpload) []FreezeAncestry {
	by := map[string][]*FreezeUpload{}
	for _, u := range files {
		by[u.Ancestry] = append(by[u.Ancestry], u)
	}
	out := []FreezeAncestry{}
	for _, ancestry := range slices.Sorted(maps.Keys(by)) {
		cohorts, participants := people(by[ancestry])
		out = append(out, FreezeAncestry{ancestry, cohorts, participants})
	}
	return out
}

// qcReason returns why a submission has not passed QC.
func qcReason(u *FreezeUpload) string {
	switch u.Status {
	case ReadyForReview, ReviewApproved, ReviewRejected:
		return ""
	case FailedQC, LiftoverFailed:
		return "failed QC"
	}
	return "QC not finished"
}

func reviewReason(u *FreezeUpload) string {
	switch u.Status {
	case ReviewRejected:
		return "rejected"
	case ReadyForReview:
		return "waits for review"
	}
	return ""
}

// lateReasons returns why accepted submissions are after the deadline.
func (p *freezePlanner) lateReasons() map[string]string {
	out := map[string]string{}
	for i, u := range p.studies {
		if reason := p.plan.Late(&p.plan.Studies[i]); reason != "" {
			out[u.ID] = reason
		}
	}
	return out
}

// outReasons returns why accepted submissions are in no cell that is made.
func (p *freezePlanner) outReasons(plan *freeze.Plan) map[string]string {
	in, out := map[int]bool{}, map[string]string{}
	for _, c := range plan.Cells {
		if c.Made() {
			for _, i := range c.Studies {
				in[i] = true
			}
		}
	}
	say := func(i int, reason string) {
		if !in[i] && out[p.studies[i].ID] == "" {
			out[p.studies[i].ID] = reason
		}
	}
	for _, c := range plan.Cells {
		for _, l := range c.LeftOut {
			say(l.Study, l.Reason)
		}
		for _, i := range c.Studies {
			switch c.Status {
			case freeze.Short:
				say(i, "too few studies in the cell")
			case freeze.Blocked:
				say(i, "the cell is blocked")
			case freeze.Skipped:
				say(i, "the cell was deselected")
			}
		}
	}
	return out
}

// cost returns what the next start computes.
func (p *freezePlanner) cost(out *FreezePlan, plan *freeze.Plan) (cost FreezeCost) {
	files := map[int]bool{}
	for at, c := range plan.Cells {
		todo := 0
		for _, r := range out.Cells[at].Results {
			if r.State != ResultDone && r.State != ResultQueued && r.State != ResultRunning || len(r.Outdated) > 0 {
				todo++
			}
		}
		if !c.Made() || todo == 0 || len(c.Jobs) == 0 {
			continue
		}
		share := min(1, float64(todo)/float64(len(c.Jobs)))
		cost.Cells++
		cost.Results += todo
		cost.Seconds += c.Seconds * share
		cost.Bytes += c.Bytes * share
		for _, i := range c.Studies {
			files[i] = true
		}
	}
	cost.Files = len(files)
	for i := range files {
		cost.Rows += p.facts[i].Rows
	}
	return cost
}
