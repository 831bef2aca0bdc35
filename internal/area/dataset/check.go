package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Checks reads checks of files.
type Checks interface {
	Checks(ctx context.Context, fileID string) ([]*Check, error) // newest first, without reports
	// ChecksOf returns the newest check of each current data file of a data set, without reports.
	ChecksOf(ctx context.Context, datasetID string) ([]*Check, error)
	// CheckedData returns the checked current data files of all data sets of a filter, of the newest data set first.
	CheckedData(ctx context.Context, f Filter) ([]*CheckedData, error)
}

// CheckChanges stores checks of files.
type CheckChanges interface {
	CreateCheck(ctx context.Context, c *Check) error // and makes it the newest of its file
	UpdateCheck(ctx context.Context, c *Check) error
}

// KindCheck is the kind of job that checks a data file.
const KindCheck = "dataset-check"

var _ job.Viewer = (*Service)(nil)

// startCheck creates a check of a data file and its job. The caller has locked d and added f in tx.
// mapping is confirmed by a user, nil to let the job decide. A data set without a build cannot be
// checked: then no check is created, and this is no error.
func (s *Service) startCheck(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, f *File, mapping json.RawMessage) error {
	if _, known := buildOf(d.buildFor(f)); f.Kind != DataFile || !known {
		return nil
	}
	now := s.now()
	c := &Check{
		ID: s.newID(), FileID: f.ID, DatasetID: d.ID, Status: CheckQueued, Mapping: mapping, Build: d.buildFor(f),
		JobID: s.newID(), CreatedBy: by.User.UserName, CreatedAt: now,
	}
	// A data set may have more files than an account may have jobs of other kinds: registration of
	// a file does not fail because its check must wait.
	limit := int64(max(job.MaxUnfinished, s.cfg.MaxFiles))
	err := job.Enqueue(ctx, tx, &job.Job{
		ID: c.JobID, Kind: KindCheck, Area: auth.AreaDatasets, SubjectID: d.ID, RunID: c.ID, OwnerID: by.User.ID, Memory: job.StandardMemory,
	}, limit, now)
	if err != nil {
		return err
	}
	f.CheckID = c.ID
	return tx.CreateCheck(ctx, c)
}

// checkAnew checks the current data files of a locked data set again, those affected by a change of
// their input. Confirmed columns stay confirmed. A waiting or running check is cancelled.
func (s *Service) checkAnew(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, concerned func(f *File) bool) error {
	files, err := tx.DatasetFiles(ctx, d.ID)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Kind != DataFile || !f.Current || !concerned(f) {
			continue
		}
		mapping, err := s.supersede(ctx, tx, by, f)
		if err != nil {
			return err
		}
		if err := s.startCheck(ctx, tx, by, d, f, mapping); err != nil {
			return err
		}
	}
	return nil
}

// supersede ends the newest check of a file if it has not ended, and returns its confirmed columns.
func (s *Service) supersede(ctx context.Context, tx Tx, by *auth.Identity, f *File) (json.RawMessage, error) {
	if f.CheckID == "" {
		return nil, nil
	}
	c, err := tx.Check(ctx, f.CheckID)
	if err != nil {
		return nil, err
	}
	if c.ended() {
		return c.Mapping, nil
	}
	return c.Mapping, s.CancelIn(ctx, tx, by.Actor(), KindCheck, c.JobID)
}

// buildFor returns the code of the genome build on which a file of the data set is read.
func (d *Dataset) buildFor(f *File) string {
	if f.Build != "" {
		return f.Build
	}
	return d.GenomeBuild
}

// buildOf returns the build of a code; false for n/a.
func buildOf(code string) (genome.Build, bool) {
	if code == notApplicable {
		return genome.UnknownBuild, false
	}
	return genome.ParseBuild(code)
}

// CheckAgain checks a data file again. A complete mapping replaces the columns; nil keeps those of
// the previous check; an empty one detects them from the file. build is the code of the new genome
// build of the file, "" to keep it. errs.Conflict (check_running) while a check waits or runs,
// errs.Rule if the mapping does not fit the file.
func (s *Service) CheckAgain(ctx context.Context, by *auth.Identity, id, fileID string, mapping sumstats.Mapping, build string) (_ *CheckView, err error) {
	defer errs.Wrap(&err, "dataset.CheckAgain(%q, %q)", id, fileID)
	d, r, f, err := s.dataFileFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(d, r); err != nil {
		return nil, err
	}
	if build == "" {
		build = d.buildFor(f)
	}
	if _, known := buildOf(build); !known {
		return nil, errs.New(
			errs.Rule,
			"no_build",
			"The genome build of this file is not stated. Choose GRCh37 (hg19) or GRCh38 (hg38) for the file, or in the description of the data set.",
		)
	}
	maps.DeleteFunc(mapping, func(_ sumstats.Field, column string) bool { return column == "" })
	if err := s.fits(ctx, f, mapping); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		read, err := tx.Dataset(ctx, id)
		d, r, err := admitted(by, read, err)
		if err != nil {
			return err
		}
		if err := mustEdit(d, r); err != nil {
			return err
		}
		confirmed, err := s.mappingFor(ctx, fileID, mapping)
		if err != nil {
			return err
		}
		if err := s.stateBuild(ctx, tx, by, d, f, build); err != nil {
			return err
		}
		if err := s.startCheck(ctx, tx, by, d, f, confirmed); err != nil {
			return err
		}
		return s.auditOnly(ctx, tx, by, ObjectDataset, d.ID, record.Event{Action: "checked again", Detail: f.label(), Kind: audit.QCStarted})
	})
	if err != nil {
		return nil, err
	}
	c, err := s.store.Check(ctx, f.CheckID)
	if err != nil {
		return nil, err
	}
	return s.checkView(ctx, c)
}

// stateBuild sets the genome build of a version of a file of a locked data set. If it equals the
// data set's build, the file follows its data set instead.
func (s *Service) stateBuild(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, f *File, build string) error {
	before := d.buildFor(f)
	if before == build {
		return nil
	}
	f.Build = build
	if build == d.GenomeBuild {
		f.Build = ""
	}
	if err := tx.SetFileBuild(ctx, f.ID, f.Build); err != nil {
		return err
	}
	d.UpdatedAt, d.UpdatedBy = s.now(), by.User.UserName
	if err := tx.UpdateDataset(ctx, d); err != nil {
		return err
	}
	label := func(code string) string { return LabelOf(AllCodes().GenomeBuild, code) }
	return s.note(ctx, tx, by, d.ID, record.Event{
		Action: "stated the genome build of a file", Detail: f.label(), Kind: audit.MetadataChanged,
		Changes: []record.Change{{Key: "file_build", Field: "Genome build of the file", Before: label(before), After: label(build)}},
	})
}

// mappingFor returns the mapping of the next check of a file whose data set is locked. It fails
// while a check is waiting or running.
func (s *Service) mappingFor(ctx context.Context, fileID string, chosen sumstats.Mapping) (json.RawMessage, error) {
	checks, err := s.store.Checks(ctx, fileID)
	if err != nil {
		return nil, err
	}
	if len(checks) > 0 && !checks[0].ended() {
		return nil, errs.New(errs.Conflict, "check_running", "A check of this file waits or runs. Wait for it, or cancel it first.")
	}
	switch {
	case len(chosen) > 0:
		return json.Marshal(chosen)
	case chosen == nil && len(checks) > 0:
		return checks[0].Mapping, nil
	}
	return nil, nil
}

func (c *Check) ended() bool { return c.Status != CheckQueued && c.Status != CheckRunning }

// inspect recognises the format of a stored file from its start; errs.Rule with a sentence if it is
// not a readable table.
func (s *Service) inspect(ctx context.Context, f *File) (*recognise.Inspection, error) {
	r, err := s.open(ctx, f)()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	in, err := recognise.Inspect(recognise.Source{Name: f.Name, Reader: r}, recognise.InspectOptions{})
	if fault, is := faultOf(err); is {
		return nil, errs.New(errs.Rule, "unreadable_file", "%s", faultSentence(fault)).Because(err)
	}
	return in, err
}

// fits refuses a mapping to columns that the file does not have.
func (s *Service) fits(ctx context.Context, f *File, mapping sumstats.Mapping) error {
	if len(mapping) == 0 {
		return nil
	}
	in, err := s.inspect(ctx, f)
	if err != nil {
		return err
	}
	header := make([]string, len(in.Header))
	for i, h := range in.Header {
		header[i] = h.Column
	}
	d := in.Decide(recognise.Answers{Map: mapping, Whole: true})
	var faults []errs.Field
	for _, f := range d.Mapping.Faults(header, d.Use) {
		faults = append(faults, errs.Field{Field: "mapping." + string(f.Field), Message: f.Sentence})
	}
	if len(faults) > 0 {
		return errs.New(errs.Rule, "rule", "The columns do not fit this file.").WithFields(faults...)
	}
	return nil
}

// faultOf returns the fault of a file, in words for its uploader; false for other errors and for
// errors of the storage.
func faultOf(err error) (*textfile.FileError, bool) {
	var fault *textfile.FileError
	if errors.As(err, &fault) && fault.Code != textfile.CodeRead {
		return fault, true
	}
	return nil, false
}

// SeesJob implements job.Viewer: accounts that may see a data set see its checks.
func (s *Service) SeesJob(ctx context.Context, by *auth.Identity, j *job.Job) (_ bool, err error) {
	defer errs.Wrap(&err, "dataset.SeesJob(%q)", j.ID)
	_, _, err = s.datasetFor(ctx, by, j.SubjectID)
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// mayCancel allows only the account that started a check, and accounts that may change its data
// set.
func (s *Service) mayCancel(ctx context.Context, by *auth.Identity, j *job.Job) error {
	if j.OwnerID == by.User.ID {
		return nil
	}
	d, r, err := s.datasetFor(ctx, by, j.SubjectID)
	if err != nil {
		return err
	}
	if err := mustEdit(d, r); err != nil {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.").Because(err)
	}
	return nil
}
