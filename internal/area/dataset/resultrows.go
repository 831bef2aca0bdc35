package dataset

import (
	"context"
	"encoding/json"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CheckedFile is a current data file with its newest check with a verdict. Build is the build of
// its positions, which differs from that of the data set if the check failed for that reason.
type CheckedFile struct {
	*File
	Dataset   *Dataset
	Study     string
	Phenotype *Phenotype
	Trait     string // display name of the phenotype
	Check     *Check // without its report
	Build     genome.Build
	Scale     sumstats.EffectScale // of the effects
}

// openResults limits the open results. Each holds a few megabytes of index and decompressed blocks.
const openResults = 12

// CheckedData is a current data file that was checked, with its phenotype.
type CheckedData struct {
	Dataset   *Dataset // in short: id, name, ancestry, build, sharing and, for strangers, the decision to publish it
	Study     string
	File      *File
	Phenotype *Phenotype
	Checks    []*Check // newest first, in short: id, file, time, status, build, attempt and facts
}

// CheckedFiles lists the checked files of the data sets that the caller may see and that match
// every word of q, of the newest data set first; by is nil without an account.
func (s *Service) CheckedFiles(ctx context.Context, by *auth.Identity, q string) (out []*CheckedFile, err error) {
	defer errs.Wrap(&err, "dataset.CheckedFiles(%q)", q)
	f := Filter{Q: q, Open: by == nil}
	if by != nil {
		if err := mustRegister(by); err != nil {
			return nil, err
		}
		f.Reader = readerOf(by, false)
	}
	data, err := s.store.CheckedData(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, c := range data {
		check := judged(c.Dataset, c.File, c.Checks)
		if check == nil || by == nil && check.Status == CheckFailed && !c.Dataset.decided(c.File.ID) {
			continue
		}
		out = append(out, newCheckedFile(c.Dataset, c.Study, c.File, c.Phenotype, check))
	}
	return out, nil
}

func newCheckedFile(d *Dataset, study string, f *File, p *Phenotype, c *Check) *CheckedFile {
	return &CheckedFile{File: f, Dataset: d, Study: study, Phenotype: p, Trait: p.label(), Check: c, Build: c.buildOfRows(), Scale: c.Facts.Scale}
}

// CheckFacts are the facts in the report of a check about the rows it kept.
type CheckFacts struct {
	Scale sumstats.EffectScale `json:"effect_scale"`
	Build genome.Build         `json:"file_build"` // of the positions; unknown in reports of earlier versions
}

// FactsOf returns the facts in the report of a check.
func FactsOf(report json.RawMessage) (facts CheckFacts, err error) {
	if len(report) > 0 {
		err = json.Unmarshal(report, &facts)
	}
	return facts, err
}

// buildOfRows returns the build of the positions that a check kept.
func (c *Check) buildOfRows() genome.Build {
	if c.Facts.Build != genome.UnknownBuild {
		return c.Facts.Build
	}
	build, _ := buildOf(c.Build)
	return build
}

// CheckedRows returns a checked file of a data set that the caller may see, with its rows after the
// check. errs.Conflict (no_results) without a verdict.
func (s *Service) CheckedRows(ctx context.Context, by *auth.Identity, fileID string) (_ *CheckedFile, _ *resultfile.File, err error) {
	defer errs.Wrap(&err, "dataset.CheckedRows(%q)", fileID)
	f, err := s.store.DatasetFile(ctx, fileID)
	if errs.Is(err, errs.NotFound) {
		return nil, nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, nil, err
	}
	d, _, f, err := s.dataFileFor(ctx, by, f.DatasetID, fileID)
	if err == nil && !f.Current {
		err = errs.Missing("file")
	}
	if errs.Is(err, errs.NotFound) { // the caller must not learn of a data set that they may not see
		return nil, nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, nil, err
	}
	c, err := s.checkedFile(ctx, d, f)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, nil, errs.New(errs.Conflict, "no_results", "The rows of “%s” have not been checked, so there are no results to look at yet.", f.Name)
	}
	key := CheckRowsKey(f.ID, c.Check.ID, c.Check.Attempt)
	rows, err := s.results.Get(ctx, key, func(ctx context.Context) (*resultfile.File, error) {
		return resultfile.OpenStored(ctx, s.blobs, key)
	})
	if errs.Is(err, errs.NotFound) {
		err = errs.Missing("file").Because(err)
	}
	return c, rows, err
}

// checkedFile returns nil while no check of the file has a verdict.
func (s *Service) checkedFile(ctx context.Context, d *Dataset, f *File) (*CheckedFile, error) {
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil || c == nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	study, err := s.store.Study(ctx, d.StudyID)
	if err != nil {
		return nil, err
	}
	for _, p := range phenotypes {
		if p.ID == f.ParentID {
			return newCheckedFile(d, study.Name, f, p, c), nil
		}
	}
	return nil, nil // the phenotype was deleted between two reads
}

// CheckedReport returns the report of the check that CheckedRows returned, as JSON.
func (s *Service) CheckedReport(ctx context.Context, f *CheckedFile) ([]byte, error) {
	c, err := s.store.Check(ctx, f.Check.ID)
	if err != nil {
		return nil, err
	}
	return c.Report, nil
}
