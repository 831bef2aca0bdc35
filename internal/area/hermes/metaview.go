package hermes

import (
	"context"
	"strconv"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
)

// MetaView is a meta-analysis as one caller sees it.
type MetaView struct {
	*Meta
	Job    *job.View
	Freeze *FreezeLink // whose result it is, nil if none
	// Command repeats the analysis on downloaded clean files.
	Command string
	Actions map[string]Action
	Changed []InputChange // inputs that have changed since it was made
}

// MetaPage is a page of meta-analyses.
type MetaPage struct {
	Items  []*MetaView
	Total  int64
	Next   listing.Place  // start of the next page; zero on the last page
	Facets listing.Facets // nil unless the filter asks for them
}

// Meta returns a meta-analysis with its summary.
func (s *Service) Meta(ctx context.Context, id *auth.Identity, metaID string) (*MetaView, error) {
	m, err := s.metaFor(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	views, err := s.metaViews(ctx, id, []*Meta{m})
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

func (s *Service) metaFor(ctx context.Context, id *auth.Identity, metaID string) (*Meta, error) {
	if !seesAll(id) {
		return nil, errs.Missing("meta-analysis")
	}
	m, err := s.store.Meta(ctx, metaID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("meta-analysis").Because(err)
	}
	return m, err
}

// Metas lists meta-analyses.
func (s *Service) Metas(ctx context.Context, id *auth.Identity, f MetaFilter) (*MetaPage, error) {
	if !seesAll(id) {
		return &MetaPage{}, nil
	}
	limit := f.Limit
	f.Limit = limit + 1
	rows, total, err := s.store.Metas(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &MetaPage{Total: total}
	if f.Facets {
		if page.Facets, err = s.store.MetaFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	rows, page.Next = listing.PageOf(rows, limit, func(m *Meta) listing.Place {
		switch strings.TrimPrefix(f.Sort, "-") {
		case "name":
			return listing.Place{Key: m.Name, ID: m.ID}
		case "datasets":
			return listing.Place{Key: strconv.Itoa(len(m.Inputs)), ID: m.ID}
		case "variants":
			return listing.Number(m.NVariants, m.ID)
		case "loci":
			return listing.Number(m.NLoci, m.ID)
		case "lambda":
			return listing.Number(m.LambdaGC, m.ID)
		}
		return listing.At(m.CreatedAt, m.ID)
	})
	page.Items, err = s.metaViews(ctx, id, rows)
	return page, err
}

func (s *Service) metaViews(ctx context.Context, id *auth.Identity, metas []*Meta) ([]*MetaView, error) {
	ids := make([]string, len(metas))
	for i, m := range metas {
		ids[i] = m.JobID
	}
	jobs, err := job.Views(ctx, s.store, ids)
	if err != nil {
		return nil, err
	}
	changed, err := s.inputChanges(ctx, metas)
	if err != nil {
		return nil, err
	}
	out := make([]*MetaView, len(metas))
	var of *FreezeLink // of the last one
	for i, m := range metas {
		actions := make(map[string]Action)
		if m.Status == MetaCompleted {
			actions["download"] = may(true, "")
		}
		if id.Can(auth.AreaHermes, auth.RunMetaAnalysis) && m.unfinished() {
			actions["cancel"] = may(true, "")
		}
		if id.Can(auth.AreaHermes, auth.DeleteDataset) {
			actions["delete"] = may(!m.unfinished(), "It is being computed. Cancel it first.")
		}
		if m.FreezeID == "" {
			of = nil
		} else if of == nil || of.ID != m.FreezeID {
			if of, err = s.linkOf(ctx, m.FreezeID); err != nil {
				return nil, err
			}
		}
		out[i] = &MetaView{Meta: m, Freeze: of, Command: m.command(), Job: jobs[m.JobID], Actions: actions, Changed: changed[m.ID]}
	}
	return out, nil
}

// completedMeta returns a meta-analysis that has results.
func (s *Service) completedMeta(ctx context.Context, id *auth.Identity, metaID string) (*Meta, error) {
	m, err := s.metaFor(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	if m.Status != MetaCompleted {
		return nil, errs.New(errs.Conflict, "no_results", "This meta-analysis is %s and has no results.", strings.ToLower(string(m.Status)))
	}
	return m, nil
}
