package toolrun

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/guard"
)

// ready rejects what cannot be done. A check accepts any file: it reports its faults.
func (s *Service) ready(ctx context.Context, f *file.Info, in *Input) error {
	if !slices.Contains([]Task{Check, Convert, Look}, in.Task) {
		return errs.AtField("task", "Choose check, convert or look.")
	}
	if in.Task == Check {
		return nil
	}
	prepared, err := recognise.Prepare(s.open(ctx, f.ID, nil), in.Answers.checkOptions(f.Name))
	if err != nil {
		return unreadable(err)
	}
	faults := openQuestions(prepared)
	if prepared.Mapping.OnlyRSID() {
		faults = append(faults, errs.Field{Field: "mapping." + string(sumstats.FieldPosition), Message: onlyRSID})
	}
	build := in.Answers.Build
	if build == genome.UnknownBuild {
		build = prepared.Inspection.Build.Guess
	}
	if in.Task == Convert {
		faults = append(faults, in.statedFaults()...)
	}
	if in.Task == Look && build == genome.UnknownBuild {
		faults = append(faults, errs.Field{Field: "genome_build", Message: "Which genome build are the positions on? " + prepared.Inspection.Build.Reason})
	}
	if len(faults) > 0 {
		return errs.New(errs.Rule, "rule", "%s", faults[0].Message).WithFields(faults...)
	}
	if in.Task == Look {
		in.Answers.Build = build // which is then stated with the run
	}
	return nil
}

// statedFields are the fields of a call for the keys of the metadata.
var statedFields = map[string]string{
	"trait_description": "study.trait", "sample_ancestry_category": "study.ancestry", "genotyping_technology": "study.genotyping_technology",
	"sex": "study.sex", "analysis_software": "study.software",
	"sample_size": "n", "case_count": "n_cases", "control_count": "n_controls",
}

// statedFaults returns the faults of the metadata.
func (in *Input) statedFaults() (faults []errs.Field) {
	for _, n := range []struct {
		key   string
		value float64
	}{{"sample_size", in.Answers.N}, {"case_count", in.Answers.Cases}, {"control_count", in.Answers.Controls}} {
		if n.value != math.Trunc(n.value) || n.value > mostPeople {
			faults = append(faults, errs.Field{Field: statedFields[n.key], Message: "Write a whole number of people."})
		}
	}
	stated := metadataOf(&in.Answers, &in.Study)
	for _, f := range stated.Faults() {
		faults = append(faults, errs.Field{Field: statedFields[f.Key], Message: f.Message})
	}
	return faults
}

// mostPeople exceeds the world population.
const mostPeople = 1e10

// onlyRSID is the error for converting or looking at a file without positions; it can be checked
// and indexed as it is.
var onlyRSID = sumstats.OnlyRSIDWhat + " It can be checked and indexed as it is. " +
	sumstats.OnlyRSIDRemedy("place its variants with the command line (cohortium sumstats convert --rs-table FILE)")

// Inspect describes a complete upload of the caller. errs.Rule (unreadable_file) when it cannot be
// read as a table.
func (s *Service) Inspect(ctx context.Context, by *auth.Identity, uploadID string) (_ *recognise.Inspection, err error) {
	defer errs.Wrap(&err, "toolrun.Inspect(%q)", uploadID)
	f, err := s.upload(ctx, by, uploadID)
	if err != nil {
		return nil, err
	}
	r, err := s.open(ctx, f.ID, nil)()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	in, err := recognise.Inspect(recognise.Source{Name: f.Name, Reader: r}, recognise.InspectOptions{})
	return in, unreadable(err)
}

// unreadable words the fault of a file as the error of a call.
func unreadable(err error) error {
	if sentence, is := faultOf(err); is {
		return errs.New(errs.Rule, "unreadable_file", "%s", sentence).Because(err)
	}
	return err
}

// openQuestions returns the open questions that prevent reading a file, each with its field.
func openQuestions(p *recognise.CheckReport) (faults []errs.Field) {
	for _, f := range p.Blocks() {
		field := "file"
		switch {
		case f.Code == "build":
			field = "genome_build"
		case f.Field != "":
			field = "mapping." + string(f.Field)
		}
		faults = append(faults, errs.Field{Field: field, Message: f.String()})
	}
	return faults
}

// faultOf returns the sentence of an error worded for people, which a retry does not fix; false for
// internal errors.
func faultOf(err error) (sentence string, yes bool) {
	var fault *textfile.FileError
	var setting *qc.SettingError
	switch {
	case guard.Panicked(err): // inside any of the others
		return "", false
	case errors.As(err, &fault) && fault.Code != textfile.CodeRead:
		return errs.Sentence(fault.Error()), true
	case errors.As(err, &setting):
		return errs.Sentence(setting.Error()), true
	case errors.Is(err, variant.ErrFull):
		return errs.Sentence(variant.ErrFull.Error()), true
	}
	return "", false
}

// open reads an uploaded file from its beginning each time, and passes the number of bytes read to
// read unless that is nil. It ends with ctx.
func (s *Service) open(ctx context.Context, id string, read func(done int64)) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		r, err := s.files.OpenFile(ctx, id)
		if err != nil {
			return nil, err
		}
		return &progressReader{ReadCloser: r, ctx: ctx, read: read}, nil
	}
}

type progressReader struct {
	io.ReadCloser
	ctx  context.Context
	read func(done int64)
	done int64
}

// Read implements io.Reader.
func (t *progressReader) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := t.ReadCloser.Read(p)
	t.done += int64(n)
	if t.read != nil {
		t.read(t.done)
	}
	return n, err
}

// NewAnswers parses a call's statements about a file: errs.Rule for unknown ones.
func NewAnswers(mapping map[string]string, build, scale string) (Answers, error) {
	a := Answers{Mapping: sumstats.Mapping{}}
	for _, field := range slices.Sorted(maps.Keys(mapping)) {
		if !sumstats.Field(field).Known() {
			return a, errs.AtField("mapping."+errs.Shortened(field, 60), "Unknown field.")
		}
		a.Mapping[sumstats.Field(field)] = mapping[field]
	}
	var known bool
	if a.Build, known = genome.ParseBuild(build); build != "" && !known {
		return a, errs.AtField("genome_build", "Choose GRCh37 (hg19) or GRCh38 (hg38).")
	}
	var err error
	if a.Scale, err = sumstats.ParseScale(scale); err != nil {
		return a, errs.AtField("effect_scale", errs.Sentence(err.Error()))
	}
	return a, nil
}
