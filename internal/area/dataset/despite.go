package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// maxReason is the maximum length of the reason, in characters.
const maxReason = 1000

// decided reports whether a version of a file was published although its check failed.
func (d *Dataset) decided(fileID string) bool {
	return d.Despite != nil && slices.Contains(d.Despite.Files, fileID)
}

// undecided lists the current data files of a data set whose newest verdict is failed, without a
// decision to publish them.
func (s *Service) undecided(ctx context.Context, d *Dataset) (out []*File, err error) {
	files, err := s.store.DatasetFiles(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		failed, err := s.failed(ctx, d, f)
		if err != nil {
			return nil, err
		}
		if f.Current && failed && !d.decided(f.ID) {
			out = append(out, f)
		}
	}
	return out, nil
}

func (s *Service) failed(ctx context.Context, d *Dataset, f *File) (bool, error) {
	if f.Kind != DataFile || f.CheckID == "" {
		return false, nil
	}
	c, err := s.judgedCheck(ctx, d, f)
	return c != nil && c.Status == CheckFailed, err
}

// withheld reports whether a version of a file of a public data set is hidden from callers without
// access to the data set: its check failed, and there is no decision to publish it.
func (s *Service) withheld(ctx context.Context, by *auth.Identity, d *Dataset, f *File) (bool, error) {
	if by != nil || d.decided(f.ID) {
		return false, nil
	}
	return s.failed(ctx, d, f)
}

// decide records in d why files with a failed check are published. errs.Rule (check_failed, field
// reason) if one of them has no reason.
func (s *Service) decide(ctx context.Context, by *auth.Identity, d *Dataset, reason string) error {
	if d.Sharing != Public {
		return nil
	}
	open, err := s.undecided(ctx, d)
	if err != nil || len(open) == 0 {
		return err
	}
	var f faults
	f.line("reason", &reason, maxReason, false)
	if err := f.err(); err != nil {
		return err
	}
	if reason == "" {
		sentence := fmt.Sprintf(
			"The check of %s failed. Correct the file or its description and check it again, or give a reason to publish it anyway. The reason is public.",
			names(open),
		)
		return errs.New(errs.Rule, "check_failed", "%s", sentence).WithFields(errs.Field{Field: "reason", Message: sentence})
	}
	made := &Despite{Reason: reason, By: by.User.UserName, At: s.now()}
	if d.Despite != nil {
		made.Files = slices.Clone(d.Despite.Files)
	}
	for _, one := range open {
		made.Files = append(made.Files, one.ID)
	}
	d.Despite = made
	return nil
}

func names(files []*File) string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = "“" + f.Name + "”"
	}
	return strings.Join(out, ", ")
}
