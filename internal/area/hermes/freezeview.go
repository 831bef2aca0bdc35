package hermes

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/phrase"
)

// Freezes lists freezes.
func (s *Service) Freezes(ctx context.Context, id *auth.Identity, f FreezeFilter) (*FreezeEntries, error) {
	if !seesAll(id) {
		return &FreezeEntries{}, nil
	}
	limit := f.Limit
	f.Limit = limit + 1
	rows, total, err := s.store.Freezes(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &FreezeEntries{Total: total}
	if f.Facets {
		if page.Facets, err = s.store.FreezeFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	page.Items, page.Next = listing.PageOf(rows, limit, func(one *Freeze) listing.Place {
		if strings.TrimPrefix(f.Sort, "-") == "name" {
			return listing.Place{Key: one.Name, ID: one.ID}
		}
		return listing.At(one.CreatedAt, one.ID)
	})
	return page, nil
}

// PlanFreeze returns the plan of a document that is not stored.
func (s *Service) PlanFreeze(ctx context.Context, id *auth.Identity, d *FreezeDocument) (_ *FreezePlan, err error) {
	defer errs.Wrap(&err, "hermes.PlanFreeze")
	if !seesAll(id) {
		return nil, errs.Missing("freeze")
	}
	d.normalise()
	if faults := d.faults(); len(faults) > 0 {
		return nil, errs.New(errs.Rule, "rule", "This freeze is not possible.").WithFields(faults...)
	}
	p, err := s.planner(ctx, d, openPatience)
	if err != nil {
		return nil, err
	}
	return p.matrix(ctx, nil)
}

func (s *Service) freezeFor(ctx context.Context, id *auth.Identity, freezeID string) (*Freeze, error) {
	if !seesAll(id) {
		return nil, errs.Missing("freeze")
	}
	f, err := s.store.Freeze(ctx, freezeID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("freeze").Because(err)
	}
	return f, err
}

// Freeze returns a freeze with its matrix.
func (s *Service) Freeze(ctx context.Context, id *auth.Identity, freezeID string) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.Freeze(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.FreezeRows(ctx, freezeID)
	if err != nil {
		return nil, err
	}
	p, err := s.planner(ctx, &f.Document, openPatience)
	if err != nil {
		return nil, err
	}
	v := &FreezeView{Freeze: f}
	if v.Plan, err = p.matrix(ctx, rows); err != nil {
		return nil, err
	}
	if v.Previous, err = s.linkOf(ctx, f.PreviousID); err != nil {
		return nil, err
	}
	v.Verdict = v.sentence()
	v.Actions = v.actions(id)
	return v, nil
}

// linkOf returns the name of a freeze, nil for one that was deleted.
func (s *Service) linkOf(ctx context.Context, freezeID string) (*FreezeLink, error) {
	if freezeID == "" {
		return nil, nil
	}
	f, err := s.store.Freeze(ctx, freezeID)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &FreezeLink{f.ID, f.Name, f.ReleaseVersion}, nil
}

// unready returns the reason against a publication, "" if there is none.
func (v *FreezeView) unready() string {
	n := v.Plan.Counts
	var parts []string
	for _, one := range []struct{ verdict, singular, plural string }{
		{VerdictFailed, "cell failed", "cells failed"}, {VerdictOutdated, "cell is outdated", "cells are outdated"},
		{VerdictRunning, "cell is not finished", "cells are not finished"}, {VerdictPlanned, "cell is not made", "cells are not made"},
	} {
		if n[one.verdict] > 0 {
			parts = append(parts, phrase.Counted(int64(n[one.verdict]), one.singular, one.plural))
		}
	}
	if len(parts) == 0 && n[VerdictPassed]+n[VerdictWarning] == 0 {
		return "no cell is made"
	}
	return joined(parts)
}

// sentence returns whether the freeze can be published.
func (v *FreezeView) sentence() string {
	n := v.Plan.Counts
	passed := fmt.Sprintf("%d of %d cells passed", n[VerdictPassed], len(v.Plan.Cells)-n[VerdictNotMade]-n[VerdictBlocked])
	if n[VerdictWarning] > 0 {
		passed += fmt.Sprintf(", %d with warnings", n[VerdictWarning])
	}
	switch why := v.unready(); {
	case v.State == FreezePublished && why == "":
		return "Published. " + passed + "."
	case v.State == FreezePublished:
		return "Published, but " + why + "."
	case v.State == FreezeDraft:
		return fmt.Sprintf("Draft. %s can be made, %d are blocked.", phrase.Counted(int64(n[VerdictPlanned]), "cell", "cells"), n[VerdictBlocked])
	case why != "":
		return "Not ready to publish: " + why + ". " + passed + "."
	}
	return "Ready to publish. " + passed + "."
}

// actions returns what the caller may do now.
func (v *FreezeView) actions(id *auth.Identity) map[string]Action {
	out := map[string]Action{"download": may(v.State != FreezeDraft, "It was not started yet.")}
	running, published := v.State == FreezeRunning, v.State == FreezePublished
	busy := "It is running. Cancel it first."
	if published {
		busy = "It is published. Withdraw it first."
	}
	if id.Can(auth.AreaHermes, auth.RunMetaAnalysis) {
		todo := v.Plan.Cost.Results > 0
		reason := busy
		if !running && !published {
			reason = "Everything is up to date."
		}
		out["edit"] = may(!running && !published, busy)
		out["start"] = may(!running && !published && todo, reason)
		if running {
			out["cancel"] = may(true, "")
		}
		if published {
			out["withdraw"] = may(true, "")
		} else {
			why := v.unready()
			out["publish"] = may(v.State == FreezeFinished && why == "", v.Verdict)
		}
	}
	if id.Can(auth.AreaHermes, auth.DeleteDataset) {
		out["delete"] = may(!running && !published, busy)
	}
	return out
}
