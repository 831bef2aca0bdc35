package hermes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

// MetaOptions are the options of one meta-analysis.
type MetaOptions struct {
	Scheme               string  `json:"scheme"`
	Axes                 int     `json:"axes,omitempty"` // of a meta-regression, 0 for the default
	meta.RandomModel             // of random effects
	GenomicControl       bool    `json:"genomic_control"`
	OutputGenomicControl bool    `json:"output_genomic_control"`
	MinStudies           int     `json:"min_studies"`
	MAF                  float64 `json:"maf"`
	Info                 float64 `json:"info"`
	Palindromic          string  `json:"palindromic"`
	MultiAncestry        bool    `json:"multi_ancestry"`
	MixedSex             bool    `json:"mixed_sex"`
	FewShared            bool    `json:"few_shared"`              // studies may share few variants with the others
	SameCohort           bool    `json:"same_cohort,omitempty"`   // a cohort may take part more than once
	SharedPeople         bool    `json:"shared_people,omitempty"` // studies may share participants without a stated overlap
	Inflated             bool    `json:"inflated,omitempty"`      // λ or the intercept may be outside the bounds
	DoubtfulSize         bool    `json:"doubtful_size,omitempty"` // standard errors may not fit the sample size
	LeaveOneOut          bool    `json:"leave_one_out,omitempty"` // also combine without each study
	// Overlaps are pairs of submissions that share participants.
	Overlaps []MetaOverlap `json:"overlaps,omitempty"`
	// Compares are two meta-analyses whose results are combined instead of the submissions, with the
	// names female and male. Only freezes set them.
	Compares []string `json:"compares,omitempty"`
	// XCoding is the coding of males on chromosome X, by submission id, where it is stated.
	XCoding map[string]meta.XCoding `json:"x_coding,omitempty"`
}

// MetaOverlap is a meta.Overlap between submissions, identified by their ids.
type MetaOverlap struct {
	A           string  `json:"a"`
	B           string  `json:"b"`
	Correlation float64 `json:"correlation"`
	Found       bool    `json:"found,omitempty"` // estimated from the files, not stated by a user
}

// compute converts the options for the engine; names are those of the submissions by id.
func (o MetaOptions) compute(names map[string]string) meta.Options {
	out := meta.DefaultOptions()
	out.Scheme, out.Palindromic = meta.Scheme(o.Scheme), meta.Palindromic(o.Palindromic)
	out.GenomicControl, out.OutputGenomicControl = o.GenomicControl, o.OutputGenomicControl
	out.Axes, out.RandomModel, out.Confirmed = o.Axes, o.RandomModel, o.confirmedVerdicts()
	out.MinStudies, out.MAF, out.Info, out.LeaveOneOut = o.MinStudies, o.MAF, o.Info, o.LeaveOneOut
	for _, pair := range o.Overlaps {
		out.Overlaps = append(out.Overlaps, meta.Overlap{
			A: cmp.Or(names[pair.A], pair.A), B: cmp.Or(names[pair.B], pair.B), Correlation: pair.Correlation,
		})
	}
	for id, coding := range o.XCoding {
		if out.XCoding == nil {
			out.XCoding = make(map[string]meta.XCoding)
		}
		out.XCoding[cmp.Or(names[id], id)] = coding
	}
	return out
}

// NewMeta is a request for a meta-analysis.
type NewMeta struct {
	Name      string
	Phenotype string
	Datasets  []string // ids
	Options   MetaOptions
	From      *StartedFrom // prepared meta-analysis that it starts; nil if none
}

// CreateMeta copies the current QC runs of accepted submissions and starts a meta-analysis of them.
// errs.Rule with fields if they cannot be combined, errs.Conflict (ended, changed) if the prepared
// meta-analysis has ended or changed.
func (s *Service) CreateMeta(ctx context.Context, id *auth.Identity, in NewMeta) (_ *MetaView, err error) {
	defer errs.Wrap(&err, "hermes.CreateMeta(%q)", in.Name)
	in.Name = strings.TrimSpace(in.Name)
	m := &Meta{
		ID: s.newID(), Name: in.Name, Phenotype: in.Phenotype, Status: MetaSubmitted, Options: in.Options,
		JobID: s.newID(), CreatedBy: id.User.UserName, CreatorID: id.User.ID, CreatedAt: s.now(),
	}
	looked, err := s.chosenNow(ctx, in.Datasets)
	if err != nil {
		return nil, err
	}
	cautions, err := s.cautions(ctx, looked)
	if err != nil {
		return nil, err
	}
	m.Cautions = stated(cautions, &in.Options)
	err = s.store.InTx(ctx, func(tx Tx) error {
		uploads, faults, err := s.chosen(ctx, tx, in.Datasets)
		if err != nil {
			return err
		}
		if !slices.Equal(runsOf(looked), runsOf(uploads)) {
			return errs.New(errs.Conflict, "changed", "QC of a submission of this choice was started again in the meantime. Look at the warnings again.")
		}
		phenotypes, err := tx.Phenotypes(ctx)
		if err != nil {
			return err
		}
		faults = slices.Concat(faults, in.faults(uploads), in.withoutCases(uploads, phenotypes), unconfirmed(m.Cautions, &in.Options))
		if len(faults) > 0 {
			return errs.New(errs.Rule, "rule", "These submissions cannot be combined like this.").WithFields(faults...)
		}
		row := *m
		row.Inputs = inputsOf(uploads)
		if err := tx.CreateMeta(ctx, &row); err != nil {
			return err
		}
		if err := s.history(ctx, tx, row.submitted()); err != nil {
			return err
		}
		if err := s.startPrepared(ctx, tx, id.User, &row, in.From); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, &job.Job{ID: m.JobID, Kind: KindMeta, SubjectID: m.ID, OwnerID: m.CreatorID, Memory: metaMemory(len(row.Inputs))})
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Meta(ctx, id, m.ID)
}

// submitted is the event of a new meta-analysis.
func (m *Meta) submitted() record.Event {
	return record.Event{
		By: m.CreatedBy, Object: objectMeta, ObjectID: m.ID, Action: "submitted", Detail: m.Name, Kind: audit.MetaAnalysisStarted,
		After: m.facts(),
	}
}

// facts returns the values of a meta-analysis in its history.
func (m *Meta) facts() map[string]string {
	options, _ := json.Marshal(m.Options) // strings, booleans and finite numbers always marshal
	return map[string]string{
		"name": m.Name, "phenotype": m.Phenotype, "datasets": namesOf(m.Inputs), "options": string(options), "status": string(m.Status),
	}
}

// chosenNow reads the chosen submissions, each once. Faults of their ids are reported by chosen.
func (s *Service) chosenNow(ctx context.Context, ids []string) ([]*Submission, error) {
	var uploads []*Submission
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			continue
		}
		u, err := s.store.Upload(ctx, id)
		if err != nil && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
		if err == nil {
			uploads = append(uploads, u)
		}
	}
	return uploads, nil
}

func runsOf(uploads []*Submission) []string {
	runs := make([]string, len(uploads))
	for i, u := range uploads {
		runs[i] = u.RunID
	}
	return runs
}

// chosen reads the chosen submissions, each once, in the order of the choice, with the faults of the
// choice.
func (s *Service) chosen(ctx context.Context, tx Tx, ids []string) ([]*Submission, []errs.Field, error) {
	var uploads []*Submission
	var faults []errs.Field
	seen := make(map[string]bool)
	for i, id := range ids {
		field := fmt.Sprintf("datasets[%d]", i)
		if seen[id] {
			faults = append(faults, errs.Field{Field: field, Message: "This submission is chosen twice."})
			continue
		}
		seen[id] = true
		u, err := tx.Upload(ctx, id)
		if errs.Is(err, errs.NotFound) {
			faults = append(faults, errs.Field{Field: field, Message: "This submission does not exist."})
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if u.Status != ReviewApproved {
			faults = append(
				faults,
				errs.Field{Field: field, Message: u.DatasetName + " " + statusPhrase(u.Status) + "; only accepted submissions can be combined."},
			)
		}
		uploads = append(uploads, u)
	}
	apart, err := onOneBuild(ctx, tx, uploads)
	return uploads, append(faults, apart...), err
}

// faults returns why the submissions cannot be combined with these options.
func (in *NewMeta) faults(uploads []*Submission) []errs.Field {
	var faults []errs.Field
	fault := func(field, format string, args ...any) {
		faults = append(faults, errs.Field{Field: field, Message: fmt.Sprintf(format, args...)})
	}
	if in.Name == "" || len([]rune(in.Name)) > 200 {
		fault("name", "A name has 1 to 200 characters.")
	} else if hidden := oneline.Fault(in.Name); hidden != "" {
		fault("name", "%s", hidden)
	}
	if len(in.Datasets) < 2 {
		fault("datasets", "A meta-analysis needs at least two submissions.")
	}
	names := make(map[string]string, len(uploads))
	for _, u := range uploads {
		names[u.ID] = u.DatasetName
	}
	options := in.Options.compute(names)
	if err := options.Validate(); err != nil {
		fault("options", "%s.", sentenceOf(err))
	}
	if n := len(in.Datasets); n >= 2 {
		if err := options.CompleteAxes(n); err != nil {
			fault("options.scheme", "%s.", sentenceOf(err))
		}
	}
	if err := options.ValidateOverlaps(slices.Collect(maps.Values(names))); err != nil {
		fault("options.overlaps", "%s.", sentenceOf(err))
	}
	if len(in.Options.Compares) > 0 {
		fault("options.compares", "Only a freeze compares results.")
	}
	if err := options.ValidateXCoding(slices.Collect(maps.Values(names))); err != nil {
		fault("options.x_coding", "%s.", sentenceOf(err))
	}
	if n := len(in.Datasets); in.Options.MinStudies > n && n >= 2 {
		fault("options.min_studies", "Only %d submissions are chosen; no variant can be in %d.", n, in.Options.MinStudies)
	}
	for _, u := range uploads {
		if u.Phenotype != in.Phenotype {
			fault("datasets", "%s is about %s, not %s.", u.DatasetName, u.Phenotype, in.Phenotype)
		}
	}
	return append(faults, ownStrata(uploads)...)
}

// withoutCases finds data sets of cases and controls whose effective sample size is not known, where
// it is their weight.
func (in *NewMeta) withoutCases(uploads []*Submission, phenotypes []*Phenotype) (faults []errs.Field) {
	for _, u := range uploads {
		ofCases := slices.ContainsFunc(phenotypes, func(p *Phenotype) bool { return p.Code == u.Phenotype && p.Dichotomous })
		if in.Options.Scheme == string(meta.SampleSize) && ofCases && u.Cases == nil {
			faults = append(faults, errs.Field{
				Field:   "datasets",
				Message: u.DatasetName + " does not state its number of cases, so its effective sample size is not known. Add the number to its metadata, or combine by inverse variance.",
			})
		}
	}
	return faults
}

// ownStrata finds cohorts of which both a whole and a part were chosen. Those participants would
// count twice, and this cannot be confirmed.
func ownStrata(uploads []*Submission) []errs.Field {
	var faults []errs.Field
	for _, whole := range uploads {
		for _, part := range uploads {
			if sameCohort(whole.Cohort, part.Cohort) && whole.Sex == Everybody && part.Sex != Everybody && whole.Ancestry == part.Ancestry {
				faults = append(
					faults,
					errs.Field{Field: "datasets", Message: part.DatasetName + " is a part of " + whole.DatasetName + ": its participants would count twice."},
				)
			}
		}
	}
	return faults
}

func sameCohort(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

func inputsOf(uploads []*Submission) []MetaInput {
	inputs := make([]MetaInput, len(uploads))
	for i, u := range uploads {
		inputs[i] = MetaInput{
			UploadID: u.ID, RunID: u.RunID, DatasetName: u.DatasetName, Cohort: u.Cohort, Ancestry: u.Ancestry,
			NTotal: u.NTotal, Cases: u.Cases, Controls: controls(u.NTotal, u.Cases),
		}
	}
	return inputs
}
