package dataset

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// fileOfDataset returns a file of a data set that the caller may see. Callers without an account
// see current ones only.
func (s *Service) fileOfDataset(ctx context.Context, by *auth.Identity, id, fileID string) (*Dataset, record.Access, *File, error) {
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, record.Stranger, nil, err
	}
	f, err := s.fileFor(ctx, by, d, fileID)
	if err == nil && by == nil && !f.Current {
		err = errs.Missing("file")
	}
	return d, r, f, err
}

// dataFileFor returns a data file. Credible sets are not checked, so they are errs.NotFound here.
func (s *Service) dataFileFor(ctx context.Context, by *auth.Identity, id, fileID string) (*Dataset, record.Access, *File, error) {
	d, r, f, err := s.fileOfDataset(ctx, by, id, fileID)
	if err == nil && f.Kind != DataFile {
		err = errs.Missing("file")
	}
	return d, r, f, err
}

// Preview recognises a stored file and returns its first rows; errs.Rule (unreadable_file) with a
// sentence if it is not a readable table.
func (s *Service) Preview(ctx context.Context, by *auth.Identity, id, fileID string) (_ *recognise.Inspection, err error) {
	defer errs.Wrap(&err, "dataset.Preview(%q, %q)", id, fileID)
	_, _, f, err := s.fileOfDataset(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	return s.inspect(ctx, f)
}

// Checks lists the checks of a data file on its current build, newest first. The newest finished
// one has its report.
func (s *Service) Checks(ctx context.Context, by *auth.Identity, id, fileID string) (_ []*CheckView, err error) {
	defer errs.Wrap(&err, "dataset.Checks(%q, %q)", id, fileID)
	d, _, f, err := s.dataFileFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	checks, err := s.checksOn(ctx, d, f)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(checks, func(c *Check) bool { return c.ended() && c.Status != CheckCancelled && c.Status != CheckBroken })
	if at >= 0 {
		if checks[at], err = s.reported(ctx, d, f, checks[at].ID); err != nil {
			return nil, err
		}
	}
	ids := make([]string, len(checks))
	for i, c := range checks {
		ids[i] = c.JobID
	}
	jobs, err := job.Views(ctx, s.store, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*CheckView, len(checks))
	for i, c := range checks {
		out[i] = &CheckView{Check: c, Job: jobs[c.JobID]}
	}
	return out, nil
}

// checksOn returns the checks of a file on its current build, newest first. Those on another build
// are out of date.
func (s *Service) checksOn(ctx context.Context, d *Dataset, f *File) ([]*Check, error) {
	checks, err := s.store.Checks(ctx, f.ID)
	return slices.DeleteFunc(checks, func(c *Check) bool { return c.Build != d.buildFor(f) }), err
}

// reported reads a check with its report, and updates what the deposit lacks, because the metadata
// may have changed since.
func (s *Service) reported(ctx context.Context, d *Dataset, f *File, id string) (*Check, error) {
	c, err := s.store.Check(ctx, id)
	if err != nil || len(c.Report) == 0 {
		return c, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(c.Report, &fields); err != nil {
		return nil, err
	}
	if _, has := fields["deposit"]; !has {
		return c, nil
	}
	p, err := s.depositOf(ctx, d, f, c)
	if err != nil {
		return nil, err
	}
	if fields["deposit"], err = json.Marshal(p.shown()); err != nil {
		return nil, err
	}
	c.Report, err = json.Marshal(fields)
	return c, err
}

func (s *Service) checkView(ctx context.Context, c *Check) (*CheckView, error) {
	jobs, err := job.Views(ctx, s.store, []string{c.JobID})
	return &CheckView{Check: c, Job: jobs[c.JobID]}, err
}

// judgedCheck returns the newest check with a verdict on the current build of a file; nil if there
// is none.
func (s *Service) judgedCheck(ctx context.Context, d *Dataset, f *File) (*Check, error) {
	checks, err := s.store.Checks(ctx, f.ID)
	return judged(d, f, checks), err
}

// judged returns the first check with a verdict on the current build of a file; nil if there is none.
func judged(d *Dataset, f *File, checks []*Check) *Check {
	if at := slices.IndexFunc(checks, func(c *Check) bool { return c.Judged() && c.Build == d.buildFor(f) }); at >= 0 {
		return checks[at]
	}
	return nil
}

// CheckPlot returns the data of a plot of the newest check with a verdict of a data file.
// errs.NotFound if there is none.
func (s *Service) CheckPlot(ctx context.Context, by *auth.Identity, id, fileID, name string) (_ []byte, err error) {
	defer errs.Wrap(&err, "dataset.CheckPlot(%q, %q, %q)", id, fileID, name)
	d, _, f, err := s.dataFileFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil {
		return nil, err
	}
	if c == nil || !slices.Contains([]string{"manhattan", "qq"}, name) {
		return nil, errs.Missing("plot")
	}
	r, err := s.blobs.OpenRange(ctx, CheckPrefix(f.ID, c.ID, c.Attempt)+name+".json", 0, -1)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("plot").Because(err)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
