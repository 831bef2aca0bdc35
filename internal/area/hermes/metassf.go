package hermes

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// The GWAS-SSF table of a result and its metadata, for the GWAS Catalog. A result that was joined
// by rs number has none, because the standard requires positions.
const (
	FileSSF     = "results-gwas-ssf.tsv.gz"
	FileSSFMeta = FileSSF + "-meta.yaml"
)

// writeSSF writes both next to the other files of a result.
func (s *Service) writeSSF(ctx context.Context, m *Meta, sum *meta.Summary, work string) error {
	if sum.Settings.Key != meta.ByPosition {
		return nil
	}
	about, err := s.ssfMetadata(ctx, m, sum)
	if err != nil {
		return err
	}
	dir := job.ResultDir(work)
	written, err := writeSSFTable(ctx, dir)
	if err != nil {
		return err
	}
	about.DataMD5 = written.MD5
	return private.Write(filepath.Join(dir, FileSSFMeta), about.YAML())
}

func writeSSFTable(ctx context.Context, dir string) (_ *ssf.Deposit, err error) {
	result, closer, err := openResult(filepath.Join(dir, meta.FileResults))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	out, err := private.Create(filepath.Join(dir, FileSSF))
	if err != nil {
		return nil, err
	}
	d := variant.NewDict()
	rows := newResultRows(ctx, result, d)
	defer rows.stop()
	written, err := ssf.WriteDeposit(out, rows, d, ssf.RSID|ssf.VariantID|ssf.N)
	return written, errors.Join(err, d.Err(), out.Close())
}

// ssfMetadata contains what the run knows about its studies. Unknown fields stay empty, and the
// document states that a deposit needs them.
func (s *Service) ssfMetadata(ctx context.Context, m *Meta, sum *meta.Summary) (*ssf.Metadata, error) {
	subject, err := s.subjectOf(ctx, m, sum)
	if err != nil {
		return nil, err
	}
	about := &ssf.Metadata{
		Build: sum.Settings.Build, TraitDescription: m.Phenotype, Sex: sexOf(subject.Sexes), Software: "Cohortium " + s.cfg.Version,
		DataFileName: FileSSF, Sorted: true, DateLastModified: m.CreatedAt.UTC().Format(time.DateOnly),
	}
	if subject.About != nil {
		about.TraitDescription = subject.About.Description
	}
	var cases *int64
	if about.SampleSize, cases = subject.People(); cases != nil {
		about.Cases, about.Controls = *cases, about.SampleSize-*cases
	}
	seen := make(map[string]bool)
	for _, in := range subject.Used {
		if category := ssf.AncestryCategoryOf(in.Ancestry); category != "" && !seen[category] {
			seen[category] = true
			about.AncestryCategories = append(about.AncestryCategories, category)
		}
	}
	return about, nil
}

// sexOf returns the GWAS-SSF code for the sex of the participants.
func sexOf(strata []string) string {
	switch {
	case len(strata) != 1 || strata[0] == Everybody:
		return "combined"
	case strata[0] == MaleOnly:
		return "M"
	}
	return "F"
}
