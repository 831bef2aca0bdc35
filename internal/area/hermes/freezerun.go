package hermes

import (
	"context"
	"math"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

const (
	// freezeAtOnce limits the unfinished meta-analyses of a freeze. The others wait, so that files of
	// uploaders do not wait behind a whole release.
	freezeAtOnce = 8
	// openPatience and startPatience limit the time for comparing studies of one request.
	openPatience  = 150 * time.Millisecond
	startPatience = 20 * time.Second
)

// StartFreeze starts the results that are missing, outdated, failed or cancelled. errs.Conflict
// (comparing) while studies of a cell are not compared.
func (s *Service) StartFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.StartFreeze(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	p, err := s.planner(ctx, &f.Document, startPatience)
	if err != nil {
		return nil, err
	}
	plan, err := p.matrix(ctx, nil)
	if err != nil {
		return nil, err
	}
	if plan.Left > 0 {
		return nil, errs.New(errs.Conflict, "comparing", "The studies of %d cells are not compared yet. Start again to continue.", plan.Left)
	}
	var gone []string
	v, err := s.changeFreeze(ctx, id, freezeID, version, func(tx Tx, f *Freeze) (err error) {
		gone, err = s.start(ctx, tx, id, f, p.wantedOf(p.cells))
		return err
	})
	if err != nil {
		return nil, err
	}
	s.removeMetas(ctx, gone)
	return v, nil
}

// start replaces the rows of a freeze that are not up to date, and makes the first meta-analyses. It
// returns the meta-analyses that it deleted.
func (s *Service) start(ctx context.Context, tx Tx, id *auth.Identity, f *Freeze, want []*wanted) (gone []string, err error) {
	switch f.State {
	case FreezeRunning:
		return nil, errs.New(errs.Conflict, "running", "This freeze is running already.")
	case FreezePublished:
		return nil, errs.New(errs.Conflict, "published", "This freeze is published. Withdraw it first.")
	}
	rows, err := tx.FreezeRows(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	kept := map[place]bool{}
	wants := map[place]*wanted{}
	for _, w := range want {
		wants[w.place] = w
	}
	for _, r := range rows {
		if w := wants[r.place()]; w != nil && w.key == r.Key && r.state() == ResultDone {
			kept[r.place()] = true
			continue
		}
		if err := tx.DeleteFreezeRow(ctx, f.ID, r); err != nil {
			return nil, err
		}
		if r.MetaID == "" {
			continue
		}
		deleted, err := s.supersede(ctx, tx, id, r.MetaID)
		if err != nil {
			return nil, err
		}
		if deleted {
			gone = append(gone, r.MetaID)
		}
	}
	for i, w := range want {
		if kept[w.place] {
			continue
		}
		err := tx.CreateFreezeRow(ctx, f.ID, &FreezeRow{Phenotype: w.phenotype, Ancestry: w.ancestry, Sex: w.sex, Name: w.name, Position: int64(i),
			State: rowWaiting, Key: w.key, Spec: w.spec})
		if err != nil {
			return nil, err
		}
	}
	if len(want) == 0 {
		return nil, errs.New(errs.Conflict, "no_cells", "No cell can be made: change the document, or confirm what blocks its cells.")
	}
	before, now := f.facts(), s.now()
	f.State, f.StartedAt, f.UpdatedAt = FreezeRunning, &now, now
	if err := tx.UpdateFreeze(ctx, f); err != nil {
		return nil, err
	}
	if err := s.history(ctx, tx, f.event(id, "started", audit.MetaAnalysisStarted, before)); err != nil {
		return nil, err
	}
	return gone, s.advance(ctx, tx, f)
}

// supersede deletes a meta-analysis that is no result of its freeze any more. One from which a data set
// was made stays, on its own.
func (s *Service) supersede(ctx context.Context, tx Tx, id *auth.Identity, metaID string) (deleted bool, err error) {
	m, err := tx.Meta(ctx, metaID)
	if err != nil {
		return false, err
	}
	registered, err := tx.ResultRegistered(ctx, metaID)
	if err != nil {
		return false, err
	}
	if registered {
		return false, tx.ReleaseMeta(ctx, metaID)
	}
	h := m.deleted(id)
	h.Detail += ": replaced in its freeze"
	if err := s.history(ctx, tx, h); err != nil {
		return false, err
	}
	return true, tx.DeleteMeta(ctx, metaID)
}

// advance makes the next meta-analyses of a freeze, in the transaction that started it or ended one of
// them.
func (s *Service) advance(ctx context.Context, tx Tx, f *Freeze) error {
	rows, err := tx.FreezeRows(ctx, f.ID)
	if err != nil {
		return err
	}
	active := 0
	for _, r := range rows {
		if r.Meta != nil && r.unfinished() {
			active++
		}
	}
	for _, r := range rows {
		if r.State != rowWaiting || active >= freezeAtOnce {
			continue
		}
		made, err := s.makeResult(ctx, tx, f, rows, r)
		if err != nil {
			return err
		}
		if made {
			active++
		}
	}
	return nil
}

// makeResult makes the meta-analysis of a waiting row, unless it waits for results or cannot be made.
func (s *Service) makeResult(ctx context.Context, tx Tx, f *Freeze, rows []*FreezeRow, r *FreezeRow) (made bool, err error) {
	options := r.Spec.Options
	if r.Spec.Compares {
		ids, failed := compared(f, rows, r)
		if failed != "" {
			r.State, r.Error = rowFailed, failed
			return false, tx.UpdateFreezeRow(ctx, f.ID, r)
		}
		if ids == nil {
			return false, nil
		}
		options.Compares = ids
	}
	for _, in := range r.Spec.Inputs {
		if _, err := tx.Upload(ctx, in.UploadID); errs.Is(err, errs.NotFound) {
			r.State, r.Error = rowFailed, in.DatasetName+" was deleted before its turn. Start the freeze again."
			return false, tx.UpdateFreezeRow(ctx, f.ID, r)
		} else if err != nil {
			return false, err
		}
	}
	m := &Meta{ID: s.newID(), Name: f.resultName(r), Phenotype: r.Phenotype, Status: MetaSubmitted, Options: options, Inputs: r.Spec.Inputs,
		Cautions: r.Spec.Cautions, JobID: s.newID(), CreatedBy: f.CreatedBy, CreatorID: f.CreatorID, CreatedAt: s.now(), FreezeID: f.ID}
	if err := tx.CreateMeta(ctx, m); err != nil {
		return false, err
	}
	if err := s.history(ctx, tx, m.submitted()); err != nil {
		return false, err
	}
	r.State, r.MetaID, r.Meta = rowMade, m.ID, &FreezeMeta{Status: MetaSubmitted, JobID: m.JobID}
	if err := tx.UpdateFreezeRow(ctx, f.ID, r); err != nil {
		return false, err
	}
	j := &job.Job{ID: m.JobID, Kind: KindMeta, Area: auth.AreaHermes, SubjectID: m.ID, OwnerID: m.CreatorID, Memory: metaMemory(len(m.Inputs))}
	return true, job.Enqueue(ctx, tx, j, math.MaxInt64, s.now()) // freezeAtOnce limits them
}

// resultName names the meta-analysis of a result.
func (f *Freeze) resultName(r *FreezeRow) string {
	name := strings.Join([]string{f.Name, f.ReleaseVersion, r.Phenotype, r.Ancestry, r.Sex, r.Name}, " ")
	if runes := []rune(name); len(runes) > 200 {
		name = string(runes[len(runes)-200:])
	}
	return name
}

// compared returns the results of females and males that a row compares, nil while they are not
// complete, or why they never will be.
func compared(f *Freeze, rows []*FreezeRow, r *FreezeRow) (ids []string, failed string) {
	for _, sex := range []string{freeze.Female, freeze.Male} {
		for _, other := range rows {
			if other.place() != (place{r.Phenotype, r.Ancestry, sex, string(f.Document.Schemes[0])}) {
				continue
			}
			switch other.state() {
			case ResultDone:
				ids = append(ids, other.MetaID)
			case ResultFailed, ResultCancelled:
				return nil, "The result of " + map[string]string{freeze.Female: "females", freeze.Male: "males"}[sex] + " is missing."
			}
		}
	}
	if len(ids) < 2 {
		return nil, ""
	}
	return ids, ""
}

// CancelFreeze cancels the results that wait or run. Complete ones stay.
func (s *Service) CancelFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.CancelFreeze(%q)", freezeID)
	return s.changeFreeze(ctx, id, freezeID, version, func(tx Tx, f *Freeze) error {
		rows, err := tx.FreezeRows(ctx, freezeID)
		if err != nil {
			return err
		}
		before := f.facts()
		for _, r := range rows { // before the jobs, whose end makes the next results
			if r.State == rowWaiting {
				r.State = rowCancelled
				if err := tx.UpdateFreezeRow(ctx, freezeID, r); err != nil {
					return err
				}
			}
		}
		for _, r := range rows {
			if r.Meta != nil && r.unfinished() {
				if err := s.CancelIn(ctx, tx, id.User.UserName, KindMeta, r.Meta.JobID); err != nil {
					return err
				}
			}
		}
		f.UpdatedAt = s.now()
		if err := tx.UpdateFreeze(ctx, f); err != nil {
			return err
		}
		return s.history(ctx, tx, f.event(id, "cancelled", audit.Cancelled, before))
	})
}

// continueFreeze makes the next results of the freeze of a meta-analysis that has ended.
func (s *Service) continueFreeze(ctx context.Context, tx Tx, m *Meta) error {
	if m.FreezeID == "" {
		return nil
	}
	f, err := tx.Freeze(ctx, m.FreezeID)
	if err != nil {
		return err
	}
	return s.advance(ctx, tx, f)
}
