package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// startRun creates the next QC run of a submission with its job, and makes it the current one. The
// caller has locked u in tx.
func (s *Service) startRun(ctx context.Context, tx Tx, u *Submission, by string, settings QCSettings) error {
	stored, err := tx.ConsortiumSettings(ctx)
	if err != nil {
		return err
	}
	rules, err := tx.Rules(ctx)
	if err != nil {
		return err
	}
	settings.Thresholds, settings.Build = stored.QC.values(), rules.TargetBuild
	now := s.now()
	run := &QCRun{
		ID: s.newID(), UploadID: u.ID, Status: RunQueued, Settings: settings,
		Metadata: u.Metadata, Mapping: u.Mapping, JobID: s.newID(), CreatedBy: by, CreatedAt: now,
	}
	if err := tx.CreateQCRun(ctx, run); err != nil {
		return err
	}
	u.RunID, u.QCRank, u.Status, u.StatusSince = run.ID, unranked, u.submitted(rules.TargetBuild), now
	u.withdraw()
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, &job.Job{ID: run.JobID, Kind: KindQC, SubjectID: u.ID, RunID: run.ID, OwnerID: u.UploaderID, Memory: qcMemory(u.FileSize)})
}

// submitted returns the status of a submission with a waiting run: a submission on another build than
// the consortium's waits for liftover first.
func (u *Submission) submitted(target string) UploadStatus {
	if u.GenomeBuild != target {
		return SubmittedToLiftover
	}
	return SubmittedToQC
}

// again is the reason for a new run.
type again struct {
	by       *auth.Identity
	settings QCSettings
	withdraw bool         // the caller confirms the withdrawal of an acceptance
	event    record.Event // action, kind and changed values
}

// rerun starts a new run of a submission without a running one. Its history records the reason, and
// whether an acceptance was withdrawn. errs.Conflict if the caller has not confirmed that.
func (s *Service) rerun(ctx context.Context, tx Tx, u *Submission, in again) error {
	if inQC(u.Status) {
		return errs.New(errs.Conflict, "qc_running", "QC of this submission is running. Wait for it, or cancel it first.")
	}
	uses, err := tx.MetasUsing(ctx, u.ID)
	if err != nil {
		return err
	}
	gone := withdrawalOf(u, uses)
	if gone != nil && !in.withdraw {
		return errs.New(errs.Conflict, "withdraws_acceptance", "%s To go on, confirm it.", gone.sentence(seesAll(in.by)))
	}
	rules, err := tx.Rules(ctx)
	if err != nil {
		return err
	}
	h := in.event.From(string(u.Status), string(u.submitted(rules.TargetBuild)))
	h.By, h.Object, h.ObjectID = in.by.User.UserName, objectUpload, u.ID
	if gone != nil {
		h.Detail = "the acceptance by " + joined(record.Names(gone.AcceptedBy)) + " is withdrawn"
	}
	if err := s.history(ctx, tx, h); err != nil {
		return err
	}
	if err := s.tellWithdrawn(ctx, tx, u, h, in.by.User, gone); err != nil {
		return err
	}
	return s.startRun(ctx, tx, u, h.By, in.settings)
}

func inQC(status UploadStatus) bool {
	return status == SubmittedToQC || status == SubmittedToLiftover || status == LiftoverComplete
}

// Rerun runs QC again with other settings. errs.Conflict (withdraws_acceptance) if that withdraws
// an acceptance and the caller does not confirm it with withdraw.
func (s *Service) Rerun(ctx context.Context, id *auth.Identity, uploadID string, settings QCSettings, withdraw bool) (_ *RunView, err error) {
	defer errs.Wrap(&err, "hermes.Rerun(%q)", uploadID)
	seen, err := s.uploadFor(ctx, id, uploadID, auth.VisibleChange)
	if err != nil {
		return nil, err
	}
	target, err := s.Target(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.checkSettings(ctx, target, settings, seen.Ancestry); err != nil {
		return nil, err
	}
	var runID string
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		err = s.rerun(ctx, tx, u, again{by: id, settings: settings, withdraw: withdraw,
			event: record.Event{Action: "QC started again", Kind: audit.QCStarted}})
		if err != nil {
			return err
		}
		runID = u.RunID
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Run(ctx, id, uploadID, runID)
}

// checkSettings refuses settings that are not possible on a build for a submission of an ancestry.
func (s *Service) checkSettings(ctx context.Context, target genome.Build, in QCSettings, ancestry string) error {
	var faults []errs.Field
	if !(in.FD >= 0 && in.FD <= 1) {
		faults = append(faults, errs.Field{Field: "fd", Message: "A number from 0 to 1."})
	}
	if in.IT != nil && !(*in.IT >= 0 && *in.IT <= 1) {
		faults = append(faults, errs.Field{Field: "it", Message: "A number from 0 to 1."})
	}
	switch in.Adj {
	case "none", "lambda":
	case "ldsc":
		scores, err := s.cfg.Scores.LDScores(ctx, target, GroupsFor(ancestry))
		switch {
		case err != nil:
			return err
		case scores == nil:
			faults = append(
				faults,
				errs.Field{
					Field:   "adj",
					Message: fmt.Sprintf("This needs LD scores of these people on %s, and none are installed. Choose none or lambda.", target.Label()),
				},
			)
		}
	default:
		faults = append(faults, errs.Field{Field: "adj", Message: "Choose none, lambda or ldsc."})
	}
	if in.Panel != nil && *in.Panel != PanelNone {
		panel, err := s.panelNamed(ctx, *in.Panel)
		switch {
		case err != nil:
			return err
		case panel == nil:
			faults = append(faults, errs.Field{Field: "panel", Message: "No panel of this name is installed."})
		case panel.Build != BuildWord(target):
			faults = append(
				faults,
				errs.Field{Field: "panel", Message: fmt.Sprintf("This panel is on %s, the submissions are on %s.", buildLabel(panel.Build), target.Label())},
			)
		}
	}
	if len(faults) > 0 {
		return errs.New(errs.Rule, "rule", "%s", attention(len(faults))).WithFields(faults...)
	}
	return nil
}

func (s *Service) panelNamed(ctx context.Context, name string) (*Panel, error) {
	panels, err := s.cfg.Panels.Panels(ctx)
	if err != nil {
		return nil, err
	}
	for i := range panels {
		if panels[i].Name == name {
			return &panels[i], nil
		}
	}
	return nil, nil
}

// panelFor returns the panel of a run: the named one, or the best installed for build and ancestry.
// Without any it returns nil and no error, and QC runs without a panel. A named panel that is
// missing is an error, because QC without it would differ.
func (s *Service) panelFor(ctx context.Context, u *Submission, settings QCSettings) (*Panel, error) {
	if settings.Panel != nil {
		if *settings.Panel == PanelNone {
			return nil, nil
		}
		panel, err := s.panelNamed(ctx, *settings.Panel)
		switch {
		case err != nil:
			return nil, err
		case panel == nil:
			return nil, &qc.SettingError{Setting: "panel", Why: *settings.Panel + " is no longer installed; choose another one, or none"}
		case panel.Build != settings.Build:
			return nil, &qc.SettingError{
				Setting: "panel",
				Why: *settings.Panel + " is on " + buildLabel(
					panel.Build,
				) + ", and this run is on " + buildLabel(
					settings.Build,
				) + "; choose another one, or none",
			}
		}
		return panel, nil
	}
	panels, err := s.cfg.Panels.Panels(ctx)
	if err != nil {
		return nil, err
	}
	for _, group := range GroupsFor(u.Ancestry) {
		for i := range panels {
			if panels[i].Build == settings.Build && panels[i].Ancestry == group {
				return &panels[i], nil
			}
		}
	}
	return nil, nil
}

// noPanel explains why a run has no panel, what to do, and who can do it.
func (s *Service) noPanel(ctx context.Context, u *Submission, settings QCSettings) (qc.NoPanel, error) {
	panels, err := s.cfg.Panels.Panels(ctx)
	if err != nil {
		return qc.NoPanel{}, err
	}
	here := slices.DeleteFunc(slices.Clone(panels), func(p Panel) bool { return p.Build != settings.Build })
	build := buildLabel(settings.Build)
	switch {
	case len(here) == 0:
		return qc.NoPanel{Why: "No reference panel on " + build + " is installed here",
			Remedy: "ask an administrator to install one, and run QC again"}, nil
	case settings.Panel != nil:
		return qc.NoPanel{Why: "This run was set to use no reference panel",
			Remedy: "run QC again with one of those that are installed"}, nil
	}
	return qc.NoPanel{Why: "No reference panel of the ancestry " + labelOf(Ancestries(), u.Ancestry) + " on " + build + " is installed here",
		Remedy: "run QC again with one that holds the variants of this file, or ask an administrator to install one"}, nil
}

// placedBy returns the ways to locate the variants of a file without positions, as parts of a
// sentence.
func (s *Service) placedBy(ctx context.Context, target genome.Build) ([]string, error) {
	panels, err := s.cfg.Panels.Panels(ctx)
	if err != nil {
		return nil, err
	}
	build := target.Label()
	if slices.ContainsFunc(panels, func(p Panel) bool { return p.Build == BuildWord(target) }) {
		return []string{"run QC again with an installed reference panel that has rs numbers",
			"ask an administrator to install a table of rs numbers on " + build}, nil
	}
	return []string{"ask an administrator to install a table of rs numbers, or a reference panel that has them, on " + build + " and run QC again"}, nil
}

// Edit is a change of the analyst's description of a submission.
type Edit struct {
	Version  int64 // that the caller has seen
	Metadata json.RawMessage
	Mapping  sumstats.Mapping
	Withdraw bool // confirms the withdrawal of an acceptance
}

// Edit replaces metadata and mapping, withdraws an acceptance and runs QC again. errs.Conflict if
// the submission has changed since the caller read it, if QC runs, or (withdraws_acceptance) if an
// acceptance would be withdrawn without confirmation.
func (s *Service) Edit(ctx context.Context, id *auth.Identity, uploadID string, in Edit) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Edit(%q)", uploadID)
	seen, err := s.uploadFor(ctx, id, uploadID, auth.VisibleChange)
	if err != nil {
		return nil, err
	}
	if seen.Version != in.Version {
		return nil, changed()
	}
	meta, err := s.checkSheet(ctx, seen.FileID, seen.FileName, seen.Phenotype, in.Metadata, in.Mapping)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if u.Version != in.Version {
			return changed()
		}
		settings, err := s.lastSettings(ctx, tx, u)
		if err != nil {
			return err
		}
		h := record.Event{Action: "metadata changed", Kind: audit.MetadataChanged}
		if h.Before, h.After, err = u.redescribe(meta, in.Mapping); err != nil {
			return err
		}
		if len(h.After) > 0 {
			if err := u.edited(ctx, tx, id.User.ID); err != nil {
				return err
			}
		}
		return s.rerun(ctx, tx, u, again{by: id, settings: settings, withdraw: in.Withdraw, event: h})
	})
	if taken(err) {
		return nil, nameTaken(err)
	}
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Upload(ctx, id, uploadID)
}

// edited records an account as an editor, so that it cannot review its own change. If the assigned
// reviewer may not review any more, the assignment is removed.
func (u *Submission) edited(ctx context.Context, from benches, userID string) error {
	if userID == u.UploaderID || slices.Contains(u.Review.Editors, userID) {
		return nil
	}
	u.Review = u.Review.clone()
	u.Review.Editors = append(u.Review.Editors, userID)
	j, err := newJury(ctx, from)
	if err == nil && u.Reviewer.ID != "" && j.concerned(u.Reviewer.ID, u) != "" {
		u.Reviewer = record.Person{}
	}
	return err
}

// redescribe copies the analyst's description into the row, and returns the differences.
func (u *Submission) redescribe(meta *Metadata, mapping sumstats.Mapping) (before, after map[string]string, err error) {
	if before, err = u.sheet(); err != nil {
		return nil, nil, err
	}
	if err := u.describe(meta, mapping); err != nil {
		return nil, nil, err
	}
	if after, err = u.sheet(); err != nil {
		return nil, nil, err
	}
	before, after = record.Differing(before, after)
	return before, after, nil
}

// lastSettings returns the settings of the current run, so that an edit keeps a reviewer's choices.
func (s *Service) lastSettings(ctx context.Context, tx Tx, u *Submission) (QCSettings, error) {
	if u.RunID == "" {
		return s.qcDefaults(ctx, tx)
	}
	run, err := tx.QCRun(ctx, u.RunID)
	if err != nil {
		return QCSettings{}, err
	}
	return run.Settings, nil
}

func changed() error {
	return record.Changed("Another user has changed this submission. Load it again.")
}
