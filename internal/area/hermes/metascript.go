package hermes

import (
	"fmt"

	"cohortium/internal/gwas/metalscript"
	"cohortium/internal/platform/errs"
)

// MetaScript is a METAL script read as options of a new meta-analysis.
type MetaScript struct {
	Files    []string // as written in the script
	Options  MetaOptions
	Findings []metalscript.Finding // commands that are not supported
}

// ReadMetaScript reads a METAL script. The columns of its files are ignored, because clean files
// are combined.
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
	for _, finding := range notOfDataSets(script) {
		out.finding(finding)
	}
	for _, f := range floors.Rest {
		out.finding(metalscript.Finding{
			Line:    f.Line,
			Text:    f.Text,
			Blocks:  true,
			Message: "there is no option for this filter, or not all files have it; the submissions were filtered by QC, and the minimum MAF and INFO can be chosen",
		})
	}
	return out, nil
}

// notOfDataSets lists the commands of a script that have no equivalent for clean files of data
// sets.
func notOfDataSets(script *metalscript.Script) (findings []metalscript.Finding) {
	if script.Overlap {
		findings = append(findings, metalscript.Finding{Text: "OVERLAP ON", Blocks: true,
			Message: "how many people two submissions share is not estimated from their results here; state the shared sample size of each pair"})
	}
	if script.MinWeight > 0 {
		findings = append(findings, metalscript.Finding{Text: "MINWEIGHT", Blocks: true,
			Message: "a minimum total weight cannot be chosen here; choose a minimum number of studies, or a share of N, instead"})
	}
	for _, study := range script.Studies {
		process := metalscript.Finding{Line: study.Line, Text: "PROCESS " + study.File, Blocks: true}
		if study.NullMarkers != "" {
			process.Message = "λ of a list of markers cannot be chosen here; genomic control measures it over all rows"
			findings = append(findings, process)
		}
		if study.Flip {
			process.Message = "FLIP does not apply to submissions, which state their effect allele"
			findings = append(findings, process)
		}
	}
	return findings
}

func (m *MetaScript) finding(f metalscript.Finding) { m.Findings = append(m.Findings, f) }
