package hermes

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// PreparedChange is how a chosen submission has changed since its maker chose it.
type PreparedChange string

// The changes, the gravest first. "" is none.
const (
	InputDeleted        PreparedChange = "deleted"
	InputNotAccepted    PreparedChange = "not_accepted"    // its acceptance is withdrawn, or it is in QC again
	InputOtherPhenotype PreparedChange = "other_phenotype" // it is about another phenotype now
	InputRunAgain       PreparedChange = "run_again"       // accepted with another QC run
)

// PreparedView is a prepared meta-analysis as one caller sees it.
type PreparedView struct {
	*PreparedMeta
	Own     bool
	Changes []PreparedChange // by dataset, only while it waits
	Actions map[string]Action
}

// PreparedMetas lists prepared meta-analyses, waiting ones first, then the newest.
func (s *Service) PreparedMetas(ctx context.Context, id *auth.Identity) (_ []*PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.PreparedMetas")
	if !seesAll(id) {
		return nil, nil
	}
	list, err := s.store.PreparedMetas(ctx, listed)
	if err != nil {
		return nil, err
	}
	return s.preparedViews(ctx, id, list)
}

// PreparedMeta returns a prepared meta-analysis.
func (s *Service) PreparedMeta(ctx context.Context, id *auth.Identity, preparedID string) (_ *PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.PreparedMeta(%q)", preparedID)
	if !seesAll(id) {
		return nil, errs.Missing(preparedNoun)
	}
	p, err := s.store.PreparedMeta(ctx, preparedID)
	if err != nil {
		return nil, err
	}
	views, err := s.preparedViews(ctx, id, []*PreparedMeta{p})
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

func (s *Service) preparedViews(ctx context.Context, id *auth.Identity, list []*PreparedMeta) ([]*PreparedView, error) {
	var ids []string
	for _, p := range list {
		if p.Status != PreparedWaiting {
			continue
		}
		for _, in := range p.Datasets {
			ids = append(ids, in.UploadID)
		}
	}
	uploads, err := s.store.UploadsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := make(map[string]*Submission, len(uploads))
	for _, u := range uploads {
		now[u.ID] = u
	}
	views := make([]*PreparedView, len(list))
	for i, p := range list {
		v := &PreparedView{PreparedMeta: p, Own: p.MakerID == id.User.ID, Changes: make([]PreparedChange, len(p.Datasets)), Actions: make(map[string]Action)}
		if p.Status == PreparedWaiting {
			for j, in := range p.Datasets {
				v.Changes[j] = in.changeTo(now[in.UploadID], p.Phenotype)
			}
			if v.Own {
				v.Actions["edit"], v.Actions["withdraw"] = may(true, ""), may(true, "")
			}
			if id.Can(auth.AreaHermes, auth.RunMetaAnalysis) {
				v.Actions["start"], v.Actions["decline"] = may(true, ""), may(true, "")
			}
		}
		views[i] = v
	}
	return views, nil
}

// changeTo compares a chosen submission with its current state; u is nil if it was deleted.
func (in *PreparedInput) changeTo(u *Submission, phenotype string) PreparedChange {
	switch {
	case u == nil:
		return InputDeleted
	case u.Status != ReviewApproved:
		return InputNotAccepted
	case u.Phenotype != phenotype:
		return InputOtherPhenotype
	case u.RunID != in.RunID:
		return InputRunAgain
	}
	return ""
}
