package browse

import (
	"context"
	"net/url"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/drs"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Datasets returns the results of the registry. Those of public data sets are for everybody.
func Datasets(s *dataset.Service) []Source { return []Source{files{s}} }

type files struct{ datasets *dataset.Service }

func (files) Kind() Kind { return FileResult }

// asMember returns the caller as the registry sees them: nil, a stranger, for a caller who may not
// call the route.
func asMember(pattern string, by *auth.Identity) *auth.Identity {
	if may(pattern, by) {
		return by
	}
	return nil
}

// Results implements Source behind the rule of the list of data sets.
func (f files) Results(ctx context.Context, by *auth.Identity, q string) ([]Result, error) {
	by = asMember("GET /api/datasets", by)
	checked, err := f.datasets.CheckedFiles(ctx, by, q)
	if err != nil {
		return nil, err
	}
	out := make([]Result, len(checked))
	for i, c := range checked {
		out[i] = fileResult(by, c)
	}
	return out, nil
}

// Open implements Source behind the rule of the plots of a check.
func (f files) Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error) {
	by = asMember("GET /api/datasets/{id}/files/{fid}/plots/{name}", by)
	c, rows, err := f.datasets.CheckedRows(ctx, by, id)
	if err != nil {
		if by == nil && !errs.Is(err, errs.Internal) && !errs.Is(err, errs.Conflict) {
			err = errs.Missing("result").Because(err)
		}
		return nil, err
	}
	return &Opened{fileResult(by, c), rows}, nil
}

// verdicts maps those of checks to the words of QC.
var verdicts = map[dataset.CheckStatus]string{dataset.CheckPassed: "pass", dataset.CheckWarned: "warn", dataset.CheckFailed: "fail"}

func fileResult(by *auth.Identity, c *dataset.CheckedFile) Result {
	page := "/datasets/"
	if by == nil {
		page = dataset.PublicPath
	}
	ancestry := dataset.LabelOf(dataset.AllCodes().Ancestry, c.Dataset.Ancestry)
	caveat := NoCaveat
	if c.Check.Status == dataset.CheckFailed {
		caveat = Failed
	}
	return Result{
		Ref: Ref{FileResult, c.ID}, Title: c.Trait, Detail: detail(c.Dataset.Name, c.Study, ancestry), Phenotype: c.Trait, Ancestry: ancestry,
		Groups: hermes.GroupsFor(c.Dataset.Ancestry),
		Build:  c.Build, Scale: c.Scale, N: &c.Phenotype.SampleSize, Cases: c.Phenotype.Cases, Verdict: verdicts[c.Check.Status],
		Caveat: caveat, Content: c.SHA256,
		Public: c.Dataset.Open(), Address: page + url.PathEscape(c.Dataset.ID), SubjectID: c.Dataset.ID,
		Object: drs.IDOf(drs.FileKind, c.ID, c.Check.ID, qc.FileClean), RowsKey: dataset.CheckRowsKey(c.ID, c.Check.ID, c.Check.Attempt),
	}
}
