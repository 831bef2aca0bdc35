package hermes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// FreezeWithdrawal is what the withdrawal of a cohort changes.
type FreezeWithdrawal struct {
	Cohort    string         `json:"cohort"`
	Cells     []freeze.Scope `json:"cells"`
	Published []FreezeLink   `json:"published"`
}

// cohortInput is a cohort that withdraws.
type cohortInput struct{ cohort, reason, releaseVersion string }

// PreviewWithdrawal returns the cells that contain a cohort, and the published freezes with it.
func (s *Service) PreviewWithdrawal(ctx context.Context, id *auth.Identity, freezeID, cohort string) (_ *FreezeWithdrawal, err error) {
	defer errs.Wrap(&err, "hermes.PreviewWithdrawal(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.FreezeRows(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	out := &FreezeWithdrawal{Cohort: strings.TrimSpace(cohort), Cells: []freeze.Scope{}, Published: []FreezeLink{}}
	cells := map[place]bool{}
	for _, r := range rows {
		if r.has(cohort) {
			cells[place{r.Phenotype, r.Ancestry, r.Sex, ""}] = true
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(cells), place.compare) {
		out.Cells = append(out.Cells, freeze.Scope{Phenotype: at.phenotype, Ancestry: at.ancestry, Sex: at.sex})
	}
	published, err := s.publishedWith(ctx, cohort)
	for _, one := range published {
		out.Published = append(out.Published, FreezeLink{one.ID, one.Name, one.ReleaseVersion})
	}
	return out, err
}

// has reports whether a result contains a cohort.
func (r *FreezeRow) has(cohort string) bool {
	return slices.ContainsFunc(r.Spec.Inputs, func(in MetaInput) bool { return cohortKey(in.Cohort) == cohortKey(cohort) })
}

// publishedWith returns the published freezes that contain a cohort.
func (s *Service) publishedWith(ctx context.Context, cohort string) (out []*Freeze, err error) {
	all, err := s.store.PublishedFreezes(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		rows, err := s.store.FreezeRows(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(complete(rows), func(r *FreezeRow) bool { return r.has(cohort) }) {
			out = append(out, f)
		}
	}
	return out, nil
}

// WithdrawCohort excludes a cohort and computes its cells again, of a published freeze in a new version.
// Published freezes with the cohort are marked.
func (s *Service) WithdrawCohort(ctx context.Context, id *auth.Identity, freezeID string, version int64, cohort, reason, releaseVersion string) (
	_ *FreezeView, err error,
) {
	defer errs.Wrap(&err, "hermes.WithdrawCohort(%q)", freezeID)
	in := cohortInput{strings.TrimSpace(cohort), strings.TrimSpace(reason), strings.TrimSpace(releaseVersion)}
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	if f.Version != version {
		return nil, errs.New(errs.Conflict, "changed", "The freeze was changed in the meantime. Load it again.")
	}
	names, err := s.spellings(ctx, in.cohort)
	switch {
	case err != nil:
		return nil, err
	case len(names) == 0:
		return nil, errs.AtField("cohort", "No submission is of this cohort. Check its name.")
	case in.reason == "":
		return nil, errs.AtField("reason", "Write the reason: release notes and public pages repeat it.")
	case f.State == FreezePublished && in.releaseVersion == "":
		return nil, errs.AtField("release_version", "Write the version of the new freeze: the published one stays as it is.")
	}
	marked, err := s.publishedWith(ctx, in.cohort)
	if err != nil {
		return nil, err
	}
	target := *f
	if f.State == FreezePublished {
		target = Freeze{ID: s.newID(), State: FreezeDraft, CreatedBy: id.User.UserName, CreatorID: id.User.ID, CreatedAt: s.now(), Version: 1}
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		before, err := tx.Freeze(ctx, freezeID)
		if err != nil {
			return err
		}
		if before.Version != version {
			return errs.New(errs.Conflict, "changed", "The freeze was changed in the meantime. Load it again.")
		}
		if err := s.withoutCohort(ctx, tx, id, before, &target, names, in); err != nil {
			return err
		}
		for _, one := range marked {
			if err := s.markWithdrawn(ctx, tx, id, one.ID, in); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if f.State == FreezeDraft { // which a reviewer starts
		return s.Freeze(ctx, id, target.ID)
	}
	return s.startIfReady(ctx, id, target.ID)
}

// spellings returns the names of a cohort in submissions.
func (s *Service) spellings(ctx context.Context, cohort string) ([]string, error) {
	uploads, err := s.store.FreezeUploads(ctx)
	names := map[string]bool{}
	for _, u := range uploads {
		if cohortKey(u.Cohort) == cohortKey(cohort) {
			names[strings.TrimSpace(u.Cohort)] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), err
}

// withoutCohort excludes a cohort from a freeze, or creates the new version of a published one without it.
func (s *Service) withoutCohort(ctx context.Context, tx Tx, id *auth.Identity, before, target *Freeze, names []string, in cohortInput) error {
	if before.State == FreezeRunning {
		return errs.New(errs.Conflict, "running", "This freeze is running. Cancel it first.")
	}
	d := before.Document
	d.Exclude = slices.Clone(d.Exclude)
	for _, name := range names {
		d.Exclude = slices.DeleteFunc(d.Exclude, func(e freeze.Exclusion) bool { return e.Cohort == name })
		d.Exclude = append(d.Exclude, freeze.Exclusion{Cohort: name, Reason: in.reason})
	}
	change := NewFreeze{Name: before.Name, ReleaseVersion: before.ReleaseVersion, Document: &d, PreviousID: before.PreviousID}
	if before.State != FreezePublished {
		was := before.facts()
		before.Document = d
		if err := before.take(change, s.now()); err != nil {
			return err
		}
		if err := tx.UpdateFreeze(ctx, before); err != nil {
			return err
		}
		return s.history(ctx, tx, before.event(id, "changed", audit.Changed, was))
	}
	change.ReleaseVersion, change.PreviousID = in.releaseVersion, before.ID
	target.Document = d
	if err := target.take(change, s.now()); err != nil {
		return err
	}
	row := *target
	if err := tx.CreateFreeze(ctx, &row); err != nil {
		return err
	}
	return s.history(ctx, tx, target.event(id, "created", audit.Created, nil))
}

// markWithdrawn marks a published freeze. A cohort is marked once.
func (s *Service) markWithdrawn(ctx context.Context, tx Tx, id *auth.Identity, freezeID string, in cohortInput) error {
	f, err := tx.Freeze(ctx, freezeID)
	if err != nil || f.Publication == nil || f.marked(in.cohort) {
		return err
	}
	before := f.facts()
	f.Publication.WithdrawnCohorts = append(f.Publication.WithdrawnCohorts,
		FreezeWithdrawn{Cohort: in.cohort, Reason: in.reason, Day: s.now().UTC().Format(time.DateOnly)})
	f.UpdatedAt = s.now()
	if err := tx.UpdateFreeze(ctx, f); err != nil {
		return err
	}
	return s.history(ctx, tx, f.event(id, "changed", audit.Changed, before))
}

func (f *Freeze) marked(cohort string) bool {
	return slices.ContainsFunc(f.Publication.WithdrawnCohorts, func(w FreezeWithdrawn) bool { return cohortKey(w.Cohort) == cohortKey(cohort) })
}

// startIfReady starts a freeze whose results are outdated or missing. It stays as it is if studies are not compared
// yet or no cell can be made.
func (s *Service) startIfReady(ctx context.Context, id *auth.Identity, freezeID string) (*FreezeView, error) {
	v, err := s.Freeze(ctx, id, freezeID)
	if err != nil || !v.Actions["start"].Allowed {
		return v, err
	}
	started, err := s.StartFreeze(ctx, id, freezeID, v.Version)
	if errs.Is(err, errs.Conflict) {
		return s.Freeze(ctx, id, freezeID)
	}
	return started, err
}

// unmark moves the cohorts that withdrew while a freeze was published into its exclusions.
func (f *Freeze) unmark() {
	for _, w := range f.Publication.WithdrawnCohorts {
		if !slices.ContainsFunc(f.Document.Exclude, func(e freeze.Exclusion) bool {
			return e.Cohort == w.Cohort && e.File == "" && e.Scope == freeze.Scope{}
		}) {
			f.Document.Exclude = append(f.Document.Exclude, freeze.Exclusion{Cohort: w.Cohort, Reason: w.Reason})
		}
	}
}

// newerThan returns the newest published freeze that follows another, nil if there is none.
func (s *Service) newerThan(ctx context.Context, f *Freeze) (*PublicFreezeLink, error) {
	all, err := s.store.PublishedFreezes(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *Freeze) int { return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	var newest *Freeze
	seen := map[string]bool{f.ID: true}
	for at := f.ID; ; {
		i := slices.IndexFunc(all, func(one *Freeze) bool { return one.PreviousID == at && !seen[one.ID] })
		if i < 0 {
			break
		}
		newest, at = all[i], all[i].ID
		seen[at] = true
	}
	if newest == nil {
		return nil, nil
	}
	return &PublicFreezeLink{newest.Publication.Name, newest.Name, newest.ReleaseVersion}, nil
}
