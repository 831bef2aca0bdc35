package hermes

import (
	"fmt"

	"cohortium/internal/errs"
	"cohortium/internal/gwas/metalscript"
)

// MetaScript is what a script of METAL asks for, as the choices of a new
// meta-analysis.
type MetaScript struct {
	Files    []string // as written
	Options  MetaOptions
	Findings []metalscript.Finding // what could not be taken
}

// ReadMetaScript reads a script of METAL.
// The columns of its files are of no interest here: clean files are combined.
func (s *Service) ReadMetaScript(text string) (*MetaScript, error) {
	script, err := metalscript.Parse(text)
	if err != nil {
		return nil, errs.New(errs.Rule, "no_script", "%s.", sentenceOf(err))
	}
	opt, floors := script.Options(), script.Floors()
	out := &MetaScript{
		Options: MetaOptions{
			Scheme: string(opt.Scheme), GenomicControl: opt.GenomicControl, MinStudies: opt.MinStudies,
			Palindromic: string(opt.Palindromic), MAF: floors.MAF, Info: floors.Info,
		},
		Findings: script.Findings,
	}
	lambdas := map[float64]bool{}
	for _, study := range script.Studies {
		out.Files = append(out.Files, study.File)
		lambdas[study.Lambda] = true
		if study.Lambda > 1 {
			out.finding(metalscript.Finding{Line: study.Line, Text: "PROCESS " + study.File, Blocks: true,
				Message: fmt.Sprintf("a stated λ (%g) cannot be chosen here; genomic control measures it", study.Lambda)})
		}
	}
	if len(lambdas) > 1 {
		out.finding(metalscript.Finding{Blocks: true, Message: "genomic control differs between the files; here it is the same for all"})
	}
	for _, f := range floors.Rest {
		out.finding(metalscript.Finding{Line: f.Line, Text: f.Text, Blocks: true,
			Message: "no option stands for this filter, or not all files have it; the data sets were filtered by QC, and the minimum MAF and INFO can be chosen"})
	}
	return out, nil
}

func (m *MetaScript) finding(f metalscript.Finding) { m.Findings = append(m.Findings, f) }
