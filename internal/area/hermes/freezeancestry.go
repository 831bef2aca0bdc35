package hermes

import (
	"context"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/platform/guard"
)

// ancestries finds the studies whose frequencies contradict their declared ancestry. One file of each
// cohort and ancestry is compared with those of the others.
func (p *freezePlanner) ancestries(ctx context.Context) error {
	type group struct{ cohort, ancestry string }
	first := map[group]int{}
	var chosen []int
	var runs []string
	for i := range p.plan.Studies {
		g := group{p.plan.Studies[i].Cohort, p.plan.Studies[i].Ancestry}
		if _, seen := first[g]; !seen {
			first[g] = i
			chosen, runs = append(chosen, i), append(runs, p.studies[i].RunID)
		}
	}
	key := hashOf(runs, p.declared(chosen))
	found, kept := p.s.moved.Kept(key)
	if !kept {
		if time.Now().After(p.until) {
			return nil
		}
		var err error
		found, err = p.s.moved.Get(ctx, key, func(ctx context.Context) (map[string]string, error) { return p.contradicted(ctx, chosen, runs) })
		if err != nil {
			return err
		}
	}
	p.looked, p.moved = true, map[int]string{}
	for i := range p.plan.Studies {
		at := first[group{p.plan.Studies[i].Cohort, p.plan.Studies[i].Ancestry}]
		if text := found[p.studies[at].RunID]; text != "" {
			p.moved[i] = text
		}
	}
	return nil
}

func (p *freezePlanner) declared(chosen []int) (out []string) {
	for _, i := range chosen {
		out = append(out, p.plan.Studies[i].Cohort, p.plan.Studies[i].Ancestry)
	}
	return out
}

// contradicted returns by run the sentence that its ancestry differs.
func (p *freezePlanner) contradicted(ctx context.Context, chosen []int, runs []string) (map[string]string, error) {
	list, err := p.s.store.QCRunsInShort(ctx, runs)
	if err != nil {
		return nil, err
	}
	attempts := map[string]string{}
	for _, run := range list {
		attempts[run.ID] = run.Attempt
	}
	studies, facts := make([]freeze.Study, len(chosen)), make([]freeze.Fact, len(chosen))
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(8)
	for at, i := range chosen {
		studies[at] = p.plan.Studies[i]
		group.Go(func() error {
			u := p.studies[i]
			one, err := p.s.sampleOf(ctx, runPrefix(u.ID, u.RunID, attempts[u.RunID]))
			facts[at].Sample = one.Sample
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for at, text := range freeze.Contradicted(studies, facts) {
		out[runs[at]] = text
	}
	return out, nil
}
