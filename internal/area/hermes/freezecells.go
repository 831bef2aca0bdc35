package hermes

import (
	"cmp"
	"maps"
	"slices"
)

// FreezeCellChange compares the main result of a cell with an earlier freeze.
type FreezeCellChange struct {
	Change    string   `json:"change"` // added, removed, changed or same
	Phenotype string   `json:"phenotype"`
	Ancestry  string   `json:"ancestry"`
	Sex       string   `json:"sex"`
	Reasons   []string `json:"reasons"`
}

// FreezeCohortChange is a cohort that joined, left or replaced files.
type FreezeCohortChange struct {
	Change string `json:"change"`
	Cohort string `json:"cohort"`
}

// The changes of a cell.
const (
	cellAdded   = "added"
	cellRemoved = "removed"
	cellChanged = "changed"
	cellSame    = "same"
)

// The changes of a cohort.
const (
	cohortJoined   = "joined"
	cohortLeft     = "left"
	cohortReplaced = "replaced"
)

// cellChanges compares the main results of two freezes.
func cellChanges(now, before map[place]*FreezeRow) ([]FreezeCellChange, []FreezeCohortChange) {
	all := map[place]bool{}
	for _, rows := range []map[place]*FreezeRow{now, before} {
		for at := range rows {
			all[at] = true
		}
	}
	cells := []FreezeCellChange{}
	replaced := map[string]bool{}
	for _, at := range slices.SortedFunc(maps.Keys(all), place.compare) {
		is, was := now[at], before[at]
		c := FreezeCellChange{Change: cellSame, Phenotype: at.phenotype, Ancestry: at.ancestry, Sex: at.sex, Reasons: []string{}}
		switch {
		case was == nil:
			c.Change = cellAdded
		case is == nil:
			c.Change = cellRemoved
		case is.Key != was.Key:
			c.Change, c.Reasons = cellChanged, differences(is, was, replaced)
		}
		cells = append(cells, c)
	}
	return cells, cohortChanges(now, before, replaced)
}

func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.phenotype, other.phenotype), cmp.Compare(p.ancestry, other.ancestry), cmp.Compare(p.sex, other.sex))
}

// differences returns by cohort what differs between the inputs of two results, and then whether their
// options do. Cohorts with other files in both are added to replaced.
func differences(is, was *FreezeRow, replaced map[string]bool) (reasons []string) {
	in, before := inputsByCohort(is), inputsByCohort(was)
	names := map[string]string{}
	for _, r := range []*FreezeRow{was, is} {
		for _, one := range r.Spec.Inputs {
			names[cohortKey(one.Cohort)] = one.Cohort
		}
	}
	for _, key := range slices.Sorted(maps.Keys(names)) {
		switch {
		case before[key] == nil:
			reasons = append(reasons, names[key]+" joined.")
		case in[key] == nil:
			reasons = append(reasons, names[key]+" left.")
		case hashOf(runIDs(in[key])) != hashOf(runIDs(before[key])):
			replaced[key] = true
			reasons = append(reasons, names[key]+" replaced its file.")
		case hashOf(in[key]) != hashOf(before[key]):
			reasons = append(reasons, "The description of "+names[key]+" changed.")
		}
	}
	if hashOf(is.Spec.Options) != hashOf(was.Spec.Options) {
		reasons = append(reasons, "The options changed.")
	}
	return reasons
}

// inputsByCohort returns the inputs of a result by cohort, in the order of their ids.
func inputsByCohort(r *FreezeRow) map[string][]MetaInput {
	out := map[string][]MetaInput{}
	for _, in := range r.Spec.Inputs {
		key := cohortKey(in.Cohort)
		out[key] = append(out[key], in)
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b MetaInput) int { return cmp.Compare(a.UploadID, b.UploadID) })
	}
	return out
}

func runIDs(inputs []MetaInput) (ids []string) {
	for _, in := range inputs {
		ids = append(ids, in.RunID)
	}
	return ids
}

// cohortChanges lists by name the cohorts that joined, left or replaced files.
func cohortChanges(now, before map[place]*FreezeRow, replaced map[string]bool) []FreezeCohortChange {
	in, was := cohortsOf(slices.Collect(maps.Values(now))), cohortsOf(slices.Collect(maps.Values(before)))
	out := []FreezeCohortChange{}
	for _, name := range without(in, was) {
		out = append(out, FreezeCohortChange{cohortJoined, name})
	}
	for _, name := range without(was, in) {
		out = append(out, FreezeCohortChange{cohortLeft, name})
	}
	for _, c := range in {
		if replaced[cohortKey(c.Cohort)] {
			out = append(out, FreezeCohortChange{cohortReplaced, c.Cohort})
		}
	}
	slices.SortFunc(out, func(a, b FreezeCohortChange) int { return cmp.Compare(cohortKey(a.Cohort), cohortKey(b.Cohort)) })
	return out
}
