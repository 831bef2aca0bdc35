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
// knownFacts limits the cached facts.
const (
	openResults = 12
	knownFacts  = 10_000
)

// listedPage is how many data sets are read at a time.
const listedPage = 200

// CheckedFiles lists the checked files of the data sets that the caller may see and that match
// every word of q; by is nil without an account.
func (s *Service) CheckedFiles(ctx context.Context, by *auth.Identity, q string) (out []*CheckedFile, err error) {
	defer errs.Wrap(&err, "dataset.CheckedFiles(%q)", q)
	f := Filter{Q: q, Limit: listedPage, Uncounted: true}
	list := s.ListPublic
	if by != nil {
		list = func(ctx context.Context, f Filter) (*Page, error) { return s.ListDatasets(ctx, by, f) }
	}
	for {
		page, err := list(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, row := range page.Items {
			if row.Files == 0 {
				continue
			}
			files, err := s.checkedFilesOf(ctx, by, row)
			if err != nil {
				return nil, err
			}
			out = append(out, files...)
		}
		if page.Next.ID == "" {
			return out, nil
		}
		f.After = page.Next
	}
}

// checkedFilesOf returns the checked files of one data set.
func (s *Service) checkedFilesOf(ctx context.Context, by *auth.Identity, d *Row) ([]*CheckedFile, error) {
	files, err := s.store.DatasetFiles(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	var out []*CheckedFile
	for _, f := range files {
		if f.Kind != DataFile || !f.Current || f.CheckID == "" {
			continue
		}
		withheld, err := s.withheld(ctx, by, d.Dataset, f)
		if err != nil {
			return nil, err
		}
		if withheld {
			continue
		}
		c, err := s.checkedFile(ctx, d.Dataset, f, phenotypes)
		if err != nil {
			return nil, err
		}
		if c != nil {
			c.Study = d.StudyName
			out = append(out, c)
		}
	}
	return out, nil
}

// checkedFile returns nil while no check of the file has a verdict.
func (s *Service) checkedFile(ctx context.Context, d *Dataset, f *File, phenotypes []*Phenotype) (*CheckedFile, error) {
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil || c == nil {
		return nil, err
	}
	out := &CheckedFile{File: f, Dataset: d, Check: c}
	for _, p := range phenotypes {
		if p.ID == f.ParentID {
			out.Phenotype, out.Trait = p, p.label()
		}
	}
	if out.Phenotype == nil { // deleted between two reads
		return nil, nil
	}
	facts, err := s.factsOf(ctx, c)
	out.Build, out.Scale = facts.Build, facts.Scale
	return out, err
}

// checkFacts contains the facts of a check about the rows it kept.
type checkFacts struct {
	Scale sumstats.EffectScale `json:"effect_scale"`
	Build genome.Build         `json:"file_build"` // of the positions
}

// factsOf reads the facts of a check with a verdict.
func (s *Service) factsOf(ctx context.Context, c *Check) (checkFacts, error) {
	return s.facts.Get(ctx, c.ID, func(ctx context.Context) (facts checkFacts, err error) {
		read, err := s.store.Check(ctx, c.ID)
		if err != nil {
			return facts, err
		}
		if len(read.Report) > 0 {
			err = json.Unmarshal(read.Report, &facts)
		}
		if facts.Build == genome.UnknownBuild {
			facts.Build, _ = buildOf(c.Build)
		}
		return facts, err
	})
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
	phenotypes, err := s.store.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.checkedFile(ctx, d, f, phenotypes)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, nil, errs.New(errs.Conflict, "no_results", "The rows of “%s” have not been checked, so there are no results to look at yet.", f.Name)
	}
	study, err := s.store.Study(ctx, d.StudyID)
	if err != nil {
		return nil, nil, err
	}
	c.Study = study.Name
	key := CheckRowsKey(f.ID, c.Check.ID, c.Check.Attempt)
	rows, err := s.results.Get(ctx, key, func(ctx context.Context) (*resultfile.File, error) {
		return resultfile.OpenStored(ctx, s.blobs, key)
	})
	if errs.Is(err, errs.NotFound) {
		err = errs.Missing("file").Because(err)
	}
	return c, rows, err
}

// CheckedReport returns the report of the check that CheckedRows returned, as JSON.
func (s *Service) CheckedReport(ctx context.Context, f *CheckedFile) ([]byte, error) {
	c, err := s.store.Check(ctx, f.Check.ID)
	if err != nil {
		return nil, err
	}
	return c.Report, nil
}
