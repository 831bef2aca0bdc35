package hermes

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// PreparedStatus is the status of a prepared meta-analysis.
type PreparedStatus string

// The statuses. All but the first are final.
const (
	PreparedWaiting   PreparedStatus = "waiting"   // a reviewer must start or decline it
	PreparedStarted   PreparedStatus = "started"   // a reviewer started a meta-analysis from it
	PreparedDeclined  PreparedStatus = "declined"  // by a reviewer
	PreparedWithdrawn PreparedStatus = "withdrawn" // by its maker
)

// PreparedMeta is a meta-analysis that a user chose and a reviewer may start.
type PreparedMeta struct {
	ID        string
	Name      string
	Phenotype string
	Datasets  []PreparedInput
	Options   MetaOptions // without confirmations: the reviewer who starts it confirms its cautions
	Note      string      // the reason for the choice
	Status    PreparedStatus
	MadeBy    string // user name
	MakerID   string
	CreatedAt time.Time
	UpdatedAt time.Time
	EndedBy   string     // user name; "" while it waits
	EndedAt   *time.Time // nil while it waits
	Answer    string     // the reviewer's reason to decline
	MetaID    string     // of the run; "" unless started, or if the run was deleted
	Version   int64
}

// PreparedInput is a chosen submission as it was when its maker chose it.
type PreparedInput struct {
	UploadID    string `json:"upload_id"`
	RunID       string `json:"run_id"`
	DatasetName string `json:"dataset_name"`
}

// NewPrepared is the input for a prepared meta-analysis.
type NewPrepared struct {
	NewMeta
	Note string
}

// StartedFrom names the version of a prepared meta-analysis that a reviewer starts.
type StartedFrom struct {
	ID      string
	Version int64
}

const preparedNoun = "prepared meta-analysis"

func fits2000(text string) bool { n := len([]rune(text)); return n >= 1 && n <= maxAnswer }

// withoutConfirmations returns the options with every confirmation of a caution removed.
func (o MetaOptions) withoutConfirmations() MetaOptions {
	o.MultiAncestry, o.MixedSex, o.FewShared, o.SameCohort = false, false, false, false
	o.SharedPeople, o.Inflated, o.DoubtfulSize = false, false, false
	return o
}

// PrepareMeta keeps a choice of submissions for a reviewer and notifies the reviewers. Cautions need
// no confirmation yet. errs.Rule with fields if the submissions cannot be combined, errs.Conflict
// (too_many) if too many prepared by the caller wait.
func (s *Service) PrepareMeta(ctx context.Context, id *auth.Identity, in NewPrepared) (_ *PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.PrepareMeta(%q)", in.Name)
	if !seesAll(id) {
		return nil, errs.Missing(preparedNoun)
	}
	now := s.now()
	p := &PreparedMeta{
		ID: s.newID(), Status: PreparedWaiting, MadeBy: id.User.UserName, MakerID: id.User.ID, CreatedAt: now, Version: 1,
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := mayWait(ctx, tx, p.MakerID); err != nil {
			return err
		}
		if err := s.fillPrepared(ctx, tx, p, in); err != nil {
			return err
		}
		if err := tx.CreatePreparedMeta(ctx, p); err != nil {
			return err
		}
		h := record.Event{By: p.MadeBy, Object: objectPrepared, ObjectID: p.ID, Action: "prepared", Detail: p.Name, Kind: audit.Created, After: p.facts()}
		if err := s.history(ctx, tx, h); err != nil {
			return err
		}
		staff, err := reviewers(ctx, tx)
		if err != nil {
			return err
		}
		var ids []string
		for _, m := range staff {
			ids = append(ids, m.ID)
		}
		return s.tellOfPrepared(ctx, tx, p, id.User, p.MadeBy+" prepared "+p.Name+" for a reviewer to start.", ids...)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.PreparedMeta(ctx, id, p.ID)
}

// mayWait refuses a new prepared meta-analysis of a maker of whom maxOpen wait.
func mayWait(ctx context.Context, tx Tx, makerID string) error {
	list, err := tx.PreparedMetas(ctx, listed)
	if err != nil {
		return err
	}
	waiting := 0
	for _, p := range list {
		if p.MakerID == makerID && p.Status == PreparedWaiting {
			waiting++
		}
	}
	if waiting >= maxOpen {
		return errs.New(errs.Conflict, "too_many", "%d meta-analyses that you prepared wait. Withdraw one, or wait until a reviewer has decided.", waiting)
	}
	return nil
}

// fillPrepared checks the maker's choices and writes them into p.
func (s *Service) fillPrepared(ctx context.Context, tx Tx, p *PreparedMeta, in NewPrepared) error {
	in.Name, in.Note = strings.TrimSpace(in.Name), strings.TrimSpace(in.Note)
	uploads, faults, err := s.chosen(ctx, tx, in.Datasets)
	if err != nil {
		return err
	}
	phenotypes, err := tx.Phenotypes(ctx)
	if err != nil {
		return err
	}
	faults = slices.Concat(faults, in.faults(uploads), in.withoutCases(uploads, phenotypes))
	if !fits2000(in.Note) {
		faults = append(faults, errs.Field{Field: "note", Message: "Enter the reason for the choice in 1 to 2,000 characters."})
	}
	if len(faults) > 0 {
		return errs.New(errs.Rule, "rule", "These submissions cannot be combined like this.").WithFields(faults...)
	}
	p.Name, p.Phenotype, p.Options, p.Note, p.UpdatedAt = in.Name, in.Phenotype, in.Options.withoutConfirmations(), in.Note, s.now()
	p.Datasets = make([]PreparedInput, len(uploads))
	for i, u := range uploads {
		p.Datasets[i] = PreparedInput{UploadID: u.ID, RunID: u.RunID, DatasetName: u.DatasetName}
	}
	return nil
}

// ChangePrepared replaces the choices of a waiting prepared meta-analysis of the caller.
// errs.Conflict (changed) if the version differs, (ended) if it does not wait.
func (s *Service) ChangePrepared(ctx context.Context, id *auth.Identity, preparedID string, version int64, in NewPrepared) (_ *PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.ChangePrepared(%q)", preparedID)
	err = s.store.InTx(ctx, func(tx Tx) error {
		p, err := s.ownPrepared(ctx, tx, id, preparedID, version)
		if err != nil {
			return err
		}
		before := p.facts()
		if err := s.fillPrepared(ctx, tx, p, in); err != nil {
			return err
		}
		if err := tx.UpdatePreparedMeta(ctx, p); err != nil {
			return err
		}
		return s.history(ctx, tx, record.Event{
			By: id.User.UserName, Object: objectPrepared, ObjectID: p.ID, Action: "changed", Kind: audit.Changed, Before: before, After: p.facts(),
		})
	})
	if err != nil {
		return nil, err
	}
	return s.PreparedMeta(ctx, id, preparedID)
}

// WithdrawPrepared ends a waiting prepared meta-analysis of the caller.
func (s *Service) WithdrawPrepared(ctx context.Context, id *auth.Identity, preparedID string, version int64) (_ *PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.WithdrawPrepared(%q)", preparedID)
	err = s.store.InTx(ctx, func(tx Tx) error {
		p, err := s.ownPrepared(ctx, tx, id, preparedID, version)
		if err != nil {
			return err
		}
		return s.endPrepared(ctx, tx, id.User, p, PreparedWithdrawn)
	})
	if err != nil {
		return nil, err
	}
	return s.PreparedMeta(ctx, id, preparedID)
}

// DeclinePrepared ends a waiting prepared meta-analysis with a reason, and notifies its maker.
func (s *Service) DeclinePrepared(ctx context.Context, id *auth.Identity, preparedID string, version int64, answer string) (_ *PreparedView, err error) {
	defer errs.Wrap(&err, "hermes.DeclinePrepared(%q)", preparedID)
	if answer = strings.TrimSpace(answer); !fits2000(answer) {
		return nil, refusing([]errs.Field{{Field: "answer", Message: "Enter a reason in 1 to 2,000 characters, so that its maker knows what to do."}})
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		p, err := waitingPrepared(ctx, tx, preparedID, version)
		if err != nil {
			return err
		}
		p.Answer = answer
		if err := s.endPrepared(ctx, tx, id.User, p, PreparedDeclined); err != nil {
			return err
		}
		return s.tellOfPrepared(ctx, tx, p, id.User, id.User.UserName+" declined "+p.Name+": "+answer, p.MakerID)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.PreparedMeta(ctx, id, preparedID)
}

// startPrepared marks the prepared meta-analysis that a run comes from, and notifies its maker.
func (s *Service) startPrepared(ctx context.Context, tx Tx, by *auth.User, m *Meta, from *StartedFrom) error {
	if from == nil {
		return nil
	}
	p, err := waitingPrepared(ctx, tx, from.ID, from.Version)
	if err != nil {
		return err
	}
	p.MetaID = m.ID
	if err := s.endPrepared(ctx, tx, by, p, PreparedStarted); err != nil {
		return err
	}
	sentence := by.UserName + " started " + p.Name + "."
	if !p.isRunAs(m) {
		sentence = by.UserName + " started " + p.Name + " with other choices than yours."
	}
	return s.tellOfPrepared(ctx, tx, p, by, sentence, p.MakerID)
}

// isRunAs reports whether a run has the prepared submissions and options.
func (p *PreparedMeta) isRunAs(m *Meta) bool {
	var prepared, run []string
	for _, in := range p.Datasets {
		prepared = append(prepared, in.UploadID)
	}
	for _, in := range m.Inputs {
		run = append(run, in.UploadID)
	}
	slices.Sort(prepared)
	slices.Sort(run)
	a, _ := json.Marshal(p.Options) // strings, booleans and finite numbers always marshal
	b, _ := json.Marshal(m.Options.withoutConfirmations())
	return slices.Equal(prepared, run) && string(a) == string(b)
}

func (s *Service) ownPrepared(ctx context.Context, tx Tx, id *auth.Identity, preparedID string, version int64) (*PreparedMeta, error) {
	p, err := tx.PreparedMeta(ctx, preparedID)
	if err != nil {
		return nil, err
	}
	if err := admit(id, auth.OwnerOnly, p.MakerID, preparedNoun); err != nil {
		return nil, err
	}
	return waitingPrepared(ctx, tx, preparedID, version)
}

// waitingPrepared reads a version of a prepared meta-analysis that waits. errs.Conflict (ended) if
// it does not wait, (changed) if it has another version.
func waitingPrepared(ctx context.Context, tx Tx, preparedID string, version int64) (*PreparedMeta, error) {
	p, err := tx.PreparedMeta(ctx, preparedID)
	switch {
	case err != nil:
		return nil, err
	case p.Status != PreparedWaiting:
		return nil, errs.New(errs.Conflict, "ended", "%s was %s by %s already.", p.Name, p.Status, p.EndedBy)
	case p.Version != version:
		return nil, record.Changed("%s has changed this prepared meta-analysis. Load it again.", p.MadeBy)
	}
	return p, nil
}

func (s *Service) endPrepared(ctx context.Context, tx Tx, by *auth.User, p *PreparedMeta, status PreparedStatus) error {
	now := s.now()
	p.Status, p.EndedBy, p.EndedAt, p.UpdatedAt = status, by.UserName, &now, now
	if err := tx.UpdatePreparedMeta(ctx, p); err != nil {
		return err
	}
	h := record.Event{By: by.UserName, Object: objectPrepared, ObjectID: p.ID, Action: string(status), Detail: p.Answer, Kind: audit.StatusChanged}
	h = h.From(string(PreparedWaiting), string(status))
	if p.MetaID != "" {
		h.After["meta_analysis"] = p.MetaID
	}
	return s.history(ctx, tx, h)
}

// facts returns the values of a prepared meta-analysis in its history.
func (p *PreparedMeta) facts() map[string]string {
	names := make([]string, len(p.Datasets))
	for i, in := range p.Datasets {
		names[i] = in.DatasetName
	}
	options, _ := json.Marshal(p.Options) // strings, booleans and finite numbers always marshal
	return map[string]string{
		"name": p.Name, "phenotype": p.Phenotype, "datasets": strings.Join(names, ", "), "options": string(options), "note": p.Note,
	}
}

// tellOfPrepared adds a notice about a prepared meta-analysis for accounts, but never for the
// account that acted.
func (s *Service) tellOfPrepared(ctx context.Context, tx Tx, p *PreparedMeta, by *auth.User, sentence string, userIDs ...string) error {
	slices.Sort(userIDs)
	for _, userID := range slices.Compact(userIDs) {
		if userID == by.ID {
			continue
		}
		n := &Notice{ID: s.newID(), UserID: userID, PreparedID: p.ID, DatasetName: p.Name, At: s.now(), Text: sentence}
		if err := tx.AddNotice(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
