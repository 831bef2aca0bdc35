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

// fileOfDataset gives a file of a data set that the caller may see; who has no
// account sees current ones.
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

// dataFileFor gives a data file; credible sets are not checked, and absent here.
func (s *Service) dataFileFor(ctx context.Context, by *auth.Identity, id, fileID string) (*Dataset, record.Access, *File, error) {
	d, r, f, err := s.fileOfDataset(ctx, by, id, fileID)
	if err == nil && f.Kind != DataFile {
		err = errs.Missing("file")
	}
	return d, r, f, err
}

// Preview says what a stored file is, with its first rows; errs.Rule
// (unreadable_file) with a sentence when it cannot be read as a table.
func (s *Service) Preview(ctx context.Context, by *auth.Identity, id, fileID string) (_ *recognise.Inspection, err error) {
	defer errs.Wrap(&err, "dataset.Preview(%q, %q)", id, fileID)
	_, _, f, err := s.fileOfDataset(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	return s.inspect(ctx, f)
}

// Checks lists the checks of a data file on the build that it is read on, newest
// first; the newest that came to its end has its report.
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

// checksOn gives the checks of a file on the build that it is read on, newest first.
// Those on another one say nothing about it any more.
func (s *Service) checksOn(ctx context.Context, d *Dataset, f *File) ([]*Check, error) {
	checks, err := s.store.Checks(ctx, f.ID)
	return slices.DeleteFunc(checks, func(c *Check) bool { return c.Build != d.buildFor(f) }), err
}

// reported reads a check with its report, and says in it what the deposit lacks
// by now: what is said of the data set may have changed since.
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

// judgedCheck is the newest check of a file that came to a verdict about its
// rows on the build that it is read on; nil when there is none.
func (s *Service) judgedCheck(ctx context.Context, d *Dataset, f *File) (*Check, error) {
	checks, err := s.checksOn(ctx, d, f)
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(checks, (*Check).Judged); at >= 0 {
		return checks[at], nil
	}
	return nil, nil
}

// CheckPlot gives the data of a plot of the newest check of a data file that
// came to a verdict. errs.NotFound when there is none.
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
