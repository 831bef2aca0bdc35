// Package source provides the results of other areas to the registry. The area itself checks
// permissions.
package source

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Results returns meta-analyses of HERMES.
type Results struct {
	Hermes  *hermes.Service
	Version string // of the program that computes them
}

var _ dataset.Results = Results{}

// study is the name of the study of all meta-analyses.
const study = "Meta-analyses of HERMES"

// Result implements dataset.Results.
func (r Results) Result(ctx context.Context, by *auth.Identity, metaID string) (*dataset.Result, error) {
	if by == nil || !by.Can(auth.AreaHermes, auth.ViewAllUploads) {
		return nil, errs.Missing("meta-analysis")
	}
	m, err := r.Hermes.MetaSubject(ctx, by, metaID)
	if err != nil {
		return nil, err
	}
	f, err := r.Hermes.MetaFile(ctx, by, metaID, meta.FileResults)
	if err != nil {
		return nil, err
	}
	total, _ := m.People()
	return &dataset.Result{
		Study: study, Phenotype: phenotype(m), File: f,
		Metadata: dataset.Metadata{
			Name: m.Name, DataType: "gwas", GenomeBuild: dataset.BuildCode(m.Build), Ancestry: ancestry(m.Used), AncestryCounts: counts(m.Used),
			Sex: sex(m.Sexes), GlobalSampleSize: total, Status: dataset.StatusUnpublished, Description: description(m), Terms: terms(m.About),
			Software: strings.TrimSpace("Cohortium " + r.Version),
		},
	}, nil
}

// InputsChanged implements dataset.Results.
func (r Results) InputsChanged(ctx context.Context, metaIDs []string) (map[string]string, error) {
	return r.Hermes.InputsChanged(ctx, metaIDs)
}

// phenotype is dichotomous if all data sets state their cases.
func phenotype(m *hermes.MetaSubject) dataset.PhenotypeInput {
	total, cases := m.People()
	in := dataset.PhenotypeInput{Code: m.Phenotype, SampleSize: total}
	if m.About != nil {
		in.Description = m.About.Description
	}
	if cases != nil {
		controls := total - *cases
		in.Dichotomous, in.Cases, in.Controls = true, cases, &controls
	}
	return in
}

// ancestry returns the ancestry of all data sets, mixed if they differ. HERMES and the registry use
// the same codes; a test checks it.
func ancestry(used []hermes.MetaInput) string {
	for _, in := range used {
		if in.Ancestry != used[0].Ancestry {
			return dataset.AncestryMixed
		}
	}
	return used[0].Ancestry
}

func counts(used []hermes.MetaInput) (list []dataset.AncestrySize) {
	at := make(map[string]int)
	for _, in := range used {
		i, known := at[in.Ancestry]
		if !known {
			i = len(list)
			at[in.Ancestry] = i
			list = append(list, dataset.AncestrySize{Ancestry: in.Ancestry})
		}
		list[i].N += in.NTotal
	}
	return list
}

// sex returns the sex of all data sets, mixed if they differ or include both.
func sex(sexes []string) string {
	if len(sexes) == 1 {
		switch sexes[0] {
		case hermes.MaleOnly:
			return "male"
		case hermes.FemaleOnly:
			return "female"
		}
	}
	return "mixed"
}

func terms(about *hermes.Phenotype) (list []dataset.Term) {
	if about == nil {
		return nil
	}
	for _, curie := range about.Terms {
		list = append(list, dataset.Term{CURIE: curie})
	}
	return list
}

// ways are the descriptions of the schemes.
var ways = map[meta.Scheme]string{
	meta.FixedEffect: "weighted by inverse variance, with fixed effects", meta.RandomEffects: "with random effects",
	meta.SampleSize: "weighted by sample size", meta.MetaRegression: "by meta-regression along axes of ancestry",
}

// description returns which studies were combined, and how.
func description(m *hermes.MetaSubject) string {
	names := make([]string, len(m.Used))
	for i, in := range m.Used {
		names[i] = in.DatasetName
		if in.Cohort != "" && in.Cohort != in.DatasetName {
			names[i] += " (" + in.Cohort + ")"
		}
	}
	about := m.Phenotype
	if m.About != nil && m.About.Description != "" {
		about = m.About.Description
	}
	text := fmt.Sprintf("Meta-analysis of %s of %s, %s. %s.", phrase.Counted(int64(len(m.Used)), "study", "studies"), about, ways[m.Scheme],
		phrase.Counted(m.Variants, "variant", "variants"))
	if m.LambdaGC != nil {
		text += fmt.Sprintf(" Genomic control λ %.3f.", *m.LambdaGC)
	}
	return text + "\n\nStudies: " + strings.Join(names, "; ") + "."
}
