package hermes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// ResultFacts are the facts about the rows of a meta-analysis, independent of the metadata.
type ResultFacts struct {
	Build genome.Build
	Scale sumstats.EffectScale // of the effects; unknown if studies differ
	// LambdaApplied is the divisor of each study's χ², by its name. InverseVariance means that effects
	// were weighted by their variance.
	LambdaApplied   map[string]float64
	InverseVariance bool
}

// openResults limits the open results. Each holds a few megabytes of index and decompressed blocks.
// knownFacts limits the cached facts.
const (
	openResults = 12
	knownFacts  = 10_000
	knownWords  = 1000
)

// PhenotypeWords returns the display name of a phenotype code; the code itself for a deleted one. A
// new name appears within a minute.
func (s *Service) PhenotypeWords(ctx context.Context, code string) (string, error) {
	return s.words.Get(ctx, code, func(ctx context.Context) (string, error) {
		p, err := s.store.Phenotype(ctx, code)
		if errs.Is(err, errs.NotFound) {
			return code, nil
		}
		if err != nil {
			return "", err
		}
		return p.Description, nil
	})
}

// UploadResults returns the submissions that the caller may see, that match every word of query, and
// whose current QC run has ended with a clean file. They have no actions, and their runs are in short.
func (s *Service) UploadResults(ctx context.Context, id *auth.Identity, query string) (out []*UploadView, err error) {
	defer errs.Wrap(&err, "hermes.UploadResults(%q)", query)
	var ids []string
	err = s.eachVisible(ctx, id, UploadFilter{Query: query}, func(u *Submission) error {
		if u.RunID != "" {
			ids, out = append(ids, u.RunID), append(out, &UploadView{Submission: u})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	runs := make(map[string]*QCRun, len(ids))
	for some := range slices.Chunk(ids, visiblePage) {
		list, err := s.store.QCRunsInShort(ctx, some)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			runs[r.ID] = r
		}
	}
	return slices.DeleteFunc(out, func(v *UploadView) bool {
		run := runs[v.RunID]
		if run == nil || run.Status != RunCompleted {
			return true
		}
		v.Run = &RunView{QCRun: run}
		return false
	}), nil
}

// MetaResults returns the completed meta-analyses that the caller may see and that match every word
// of query.
func (s *Service) MetaResults(ctx context.Context, id *auth.Identity, query string) (out []*MetaView, err error) {
	defer errs.Wrap(&err, "hermes.MetaResults(%q)", query)
	f := MetaFilter{Query: query, Statuses: []MetaStatus{MetaCompleted}, Freezes: true, Limit: visiblePage}
	for {
		page, err := s.Metas(ctx, id, f)
		if err != nil {
			return nil, err
		}
		out = append(out, page.Items...)
		if page.Next.ID == "" {
			return out, nil
		}
		f.After = page.Next
	}
}

// MetaFacts returns the facts about the results of a completed meta-analysis.
func (s *Service) MetaFacts(ctx context.Context, metaID string) (ResultFacts, error) {
	return s.facts.Get(ctx, metaID, func(ctx context.Context) (ResultFacts, error) {
		m, err := s.store.Meta(ctx, metaID)
		if err != nil {
			return ResultFacts{}, err
		}
		var summary struct {
			Studies []struct {
				Name   string               `json:"name"`
				Scale  sumstats.EffectScale `json:"effect_scale"`
				Lambda float64              `json:"lambda_applied"`
			} `json:"studies"`
			Settings struct {
				Build  genome.Build `json:"build"`
				Scheme meta.Scheme  `json:"scheme"`
			} `json:"settings"`
		}
		if err := json.Unmarshal(m.Summary, &summary); err != nil {
			return ResultFacts{}, err
		}
		facts := ResultFacts{Build: summary.Settings.Build, LambdaApplied: map[string]float64{}, InverseVariance: summary.Settings.Scheme.InverseVariance()}
		for _, study := range summary.Studies {
			facts.LambdaApplied[study.Name] = study.Lambda
		}
		scales := make([]sumstats.EffectScale, len(summary.Studies))
		for i := range scales {
			scales[i] = summary.Studies[i].Scale
		}
		facts.Scale = commonScale(summary.Settings.Scheme, scales)
		return facts, nil
	})
}

// CleanRows returns a submission that the caller may see and the rows of the clean file of its
// current QC run. errs.Conflict (no_results) until the run has ended.
func (s *Service) CleanRows(ctx context.Context, id *auth.Identity, uploadID string) (_ *UploadView, _ *resultfile.File, err error) {
	defer errs.Wrap(&err, "hermes.CleanRows(%q)", uploadID)
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, nil, err
	}
	views, err := s.views(ctx, id, []*Submission{u})
	if err != nil {
		return nil, nil, err
	}
	v := views[0]
	if v.Run == nil || v.Run.Status != RunCompleted {
		return nil, nil, errs.New(errs.Conflict, "no_results", "The QC of “%s” has not ended, so there are no results to look at yet.", u.DatasetName)
	}
	rows, err := s.resultFile(ctx, RunRowsKey(u.ID, v.Run.ID, v.Run.Attempt))
	return v, rows, err
}

// MetaRows returns a completed meta-analysis that the caller may see, and its rows.
func (s *Service) MetaRows(ctx context.Context, id *auth.Identity, metaID string) (_ *Meta, _ *resultfile.File, err error) {
	defer errs.Wrap(&err, "hermes.MetaRows(%q)", metaID)
	m, err := s.completedMeta(ctx, id, metaID)
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.resultFile(ctx, MetaRowsKey(m.ID, m.Attempt))
	return m, rows, err
}

// StudyRows returns the rows of a study of a meta-analysis as they were combined. It does not check
// permissions: the caller must have opened the analysis.
func (s *Service) StudyRows(ctx context.Context, in MetaInput) (_ *resultfile.File, err error) {
	defer errs.Wrap(&err, "hermes.StudyRows(%q)", in.RunID)
	run, err := s.store.QCRun(ctx, in.RunID)
	if err != nil {
		return nil, err
	}
	return s.resultFile(ctx, RunRowsKey(in.UploadID, run.ID, run.Attempt))
}

// StudyKeys returns the keys of the rows of the studies of a meta-analysis as they were combined, in
// their order. Like StudyRows it does not check permissions.
func (s *Service) StudyKeys(ctx context.Context, inputs []MetaInput) (_ []string, err error) {
	defer errs.Wrap(&err, "hermes.StudyKeys(%d studies)", len(inputs))
	ids := make([]string, len(inputs))
	for i, in := range inputs {
		ids[i] = in.RunID
	}
	runs, err := s.store.QCRunsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	attempts := make(map[string]string, len(runs))
	for _, run := range runs {
		attempts[run.ID] = run.Attempt
	}
	keys := make([]string, len(inputs))
	for i, in := range inputs {
		keys[i] = RunRowsKey(in.UploadID, in.RunID, attempts[in.RunID])
	}
	return keys, nil
}

// resultFile opens a result. Recent ones stay open, because users read one many times and results
// never change.
func (s *Service) resultFile(ctx context.Context, key string) (*resultfile.File, error) {
	file, err := s.results.Get(ctx, key, func(ctx context.Context) (*resultfile.File, error) {
		return resultfile.OpenStored(ctx, s.blobs, key)
	})
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	return file, err
}

// ResultRows are the result rows of a region, as text by column.
type ResultRows struct {
	Columns   []string
	Rows      [][]string
	Truncated bool // the region contains more rows
}

// Results reads the result rows of a region such as 16:53500000-54500000 (1-based, closed), at most
// limit rows.
func (s *Service) Results(ctx context.Context, id *auth.Identity, metaID, region string, limit int) (_ *ResultRows, err error) {
	defer errs.Wrap(&err, "hermes.Results(%q, %q)", metaID, region)
	_, file, err := s.MetaRows(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	where, err := genome.ParseRegion(region)
	if err != nil {
		const sentence = "A region looks like 16:53500000-54500000."
		return nil, errs.New(errs.Rule, "bad_region", "%s", sentence).
			WithFields(errs.Field{Field: "region", Message: sentence}).Because(err)
	}
	out := &ResultRows{Columns: slices.Clone(file.Columns()), Rows: [][]string{}}
	full := errors.New("limit reached")
	err = file.Lines(ctx, where, func(line []byte) error {
		if len(out.Rows) == limit {
			out.Truncated = true
			return full
		}
		out.Rows = append(out.Rows, strings.Split(string(line), "\t"))
		return nil
	})
	if errors.Is(err, full) {
		err = nil
	}
	return out, err
}
