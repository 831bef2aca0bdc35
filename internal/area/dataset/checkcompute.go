package dataset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// CheckReport is the stored report of a check. The fields of the QC report are set if the rows were
// read.
type CheckReport struct {
	*qc.Report
	Findings []Finding `json:"findings"`
	// Inspection is set while columns must be confirmed.
	Inspection *recognise.Inspection `json:"inspection,omitempty"`
	Deposit    *DepositReport        `json:"deposit,omitempty"` // nil without a table to deposit
	// FileBuild is the build of the positions if it differs from that of the data set; figures and
	// genes use it.
	FileBuild genome.Build `json:"file_build,omitempty"`
}

// Finding is a message about a file, in words for users.
type Finding struct {
	Severity string `json:"severity"` // block, warn or info
	Code     string `json:"code"`
	Message  string `json:"message"`
	Column   string `json:"column,omitempty"`
	Line     int64  `json:"line,omitempty"` // 1-based
}

// findingsOf converts findings for the report, without codes that are reported elsewhere.
func findingsOf(list []sumstats.Finding, without ...string) []Finding {
	out := []Finding{}
	for _, f := range list {
		if slices.Contains(without, f.Code) {
			continue
		}
		if f.Code == "question" {
			f.Remedy = "" // for the command line only; the page asks
		}
		out = append(out, Finding{
			Severity: string(f.Level), Code: f.Code, Message: strings.TrimSpace(f.Message + " " + f.Remedy), Column: f.Column, Line: f.Line,
		})
	}
	return out
}

// registryRules exclude only impossible rows. The registry accepts rare variants and small studies,
// and reports them.
func registryRules() qc.Rules {
	return qc.Rules{
		Beta: qc.Rule{Mode: qc.Warn, Threshold: 10}, SE: qc.Rule{Mode: qc.Warn, Threshold: 10},
		Monomorphic: qc.Rule{Mode: qc.Warn}, Info: qc.Rule{Mode: qc.Off},
	}
}

func (s *Service) checkOptions(t *checkTask, build genome.Build, work string) qc.Options {
	opt := qc.NewOptions(build)
	opt.Rules, opt.Palindromes.Rule = registryRules(), qc.PalindromesKeep
	opt.Mapping, opt.MappingConfirmed = t.mapping, t.mapping != nil
	opt.N = float64(t.phenotype.SampleSize)
	if t.phenotype.Cases != nil && t.phenotype.Controls != nil {
		opt.Cases, opt.Controls = float64(*t.phenotype.Cases), float64(*t.phenotype.Controls)
	}
	opt.TempDir, opt.Workers = work, s.cfg.Workers
	opt.Versions = map[string]string{"cohortium": s.cfg.Version}
	return opt
}

// compute recognises a file, and checks its rows if it is a table of summary statistics with clear
// columns.
func (s *Service) compute(ctx context.Context, t *checkTask, work string, meter *job.Meter) (*outcome, error) {
	build, _ := buildOf(t.check.Build)
	meter.At(qc.StageReading, 0, t.file.Size)
	prepared, err := recognise.Prepare(s.open(ctx, t.file), recognise.CheckOptions{
		Name: t.file.Name, Map: t.mapping, Whole: t.mapping != nil, Build: build, N: float64(t.phenotype.SampleSize),
	})
	if err != nil {
		return unreadable(err, CheckForeign)
	}
	if found := recognised(prepared, t.mapping); found != nil {
		return found, nil
	}
	opt := s.checkOptions(t, build, work)
	own := prepared.Inspection.Build.Guess // of the positions, as far as they show it
	if own == genome.UnknownBuild {
		own = build
	}
	if opt.Genes, err = s.cfg.Genes(ctx, own); err != nil {
		return nil, err
	}
	report, err := qc.Run(ctx, qc.Input{Name: t.file.Name, Size: t.file.Size, Open: s.open(ctx, t.file)},
		opt, job.Results(work), func(p qc.Progress) { meter.At(p.Stage, p.Done, p.Total) })
	if err != nil {
		return unreadable(err, CheckFailed)
	}
	dropPanelSteps(report)
	found := &outcome{status: statusOf(report), report: &CheckReport{Report: report}}
	if own != build {
		found.report.FileBuild = own
	}
	handled := []string{"build"} // is its own step
	if t.mapping != nil {
		handled = append(handled, "question") // was answered
	}
	found.report.Findings = findingsOf(prepared.Findings, handled...)
	meter.At(stageDeposit, 0, 1)
	return found, s.addDeposit(ctx, found, work)
}

// unreadable returns the outcome of a file that cannot be read completely: status, or failed if the
// start was a table. It returns other errors unchanged.
func unreadable(err error, status CheckStatus) (*outcome, error) {
	fault, is := faultOf(err)
	if !is {
		return nil, err
	}
	switch fault.Code {
	case textfile.CodeTruncated, textfile.CodeDamaged, textfile.CodeTooLarge, sumstats.CodeMapping, textfile.CodeNoRows, textfile.CodeHeader:
		status = CheckFailed
	}
	sentence := faultSentence(fault)
	return &outcome{
		status: status, sentence: sentence,
		report: &CheckReport{Findings: []Finding{{Severity: string(sumstats.Block), Code: string(fault.Code), Message: sentence, Line: fault.Line}}},
	}, nil
}

// recognised returns the outcome of a file whose rows are not read: it is another kind of file, its
// columns must be confirmed, or it cannot be checked. nil means that the check continues.
func recognised(p *recognise.CheckReport, confirmed sumstats.Mapping) *outcome {
	end := func(status CheckStatus, sentence string) *outcome {
		r := &CheckReport{Findings: findingsOf(p.Findings)}
		if status == CheckQuestions {
			r.Inspection = p.Inspection
			r.Findings = findingsOf(slices.Concat(p.Findings, lacking(p.Inspection)))
		}
		return &outcome{status: status, sentence: sentence, report: r}
	}
	for _, f := range p.Findings {
		if f.Level == sumstats.Block && slices.Contains(hopeless, f.Code) {
			return end(CheckFailed, f.String())
		}
	}
	if confirmed == nil {
		if reason := foreign(p.Inspection); reason != "" {
			return end(CheckForeign, reason)
		}
		if len(p.Decision.Open) > 0 || len(p.Decision.Lacks) > 0 {
			return end(CheckQuestions, "")
		}
	}
	if p.Mapping.OnlyRSID() {
		return end(CheckFailed, sumstats.OnlyRSIDWhat+" "+
			sumstats.OnlyRSIDRemedy(
				"place its variants with the command line (cohortium sumstats convert --rs-table FILE) and send the result as a new version",
			))
	}
	return nil
}

// hopeless are the findings that make further reading useless.
var hopeless = []string{string(textfile.CodeDamaged), string(textfile.CodeTruncated), string(textfile.CodeNoRows), "no_header"}

// lacking returns the required fields for which no column was found.
func lacking(in *recognise.Inspection) (out []sumstats.Finding) {
	for _, f := range in.Findings {
		if f.Code == "missing_field" && f.Level == sumstats.Block {
			out = append(out, f)
		}
	}
	return out
}

// foreign returns why a file is not a table of summary statistics; "" if it is one.
func foreign(in *recognise.Inspection) string {
	switch {
	case in.NamesVariants() && in.HasResults():
		return ""
	case probable(in):
		return "This looks like a credible set: each variant has a probability, and there is no effect or P value. Add it as a credible set of the phenotype."
	case in.NamesVariants():
		return "This is not a table of summary statistics: no column contains an effect or a P value."
	}
	return "This is not a table of summary statistics: no column identifies the variant."
}

// probabilities are the names of the inclusion probability in the output of fine-mapping programs.
var probabilities = []string{"pip", "posterior_prob", "posterior_probability", "posterior", "pp", "prob", "cs", "cs_id", "credible_set", "cs_log10bf"}

func probable(in *recognise.Inspection) bool {
	return slices.ContainsFunc(in.Header, func(h recognise.HeaderColumn) bool {
		name := strings.NewReplacer(" ", "_", ".", "_", "-", "_").Replace(strings.ToLower(h.Column))
		return slices.Contains(probabilities, name)
	})
}

// dropPanelSteps removes the steps that need a reference panel, which a registry does not have, and
// recomputes the verdict.
func dropPanelSteps(report *qc.Report) {
	report.Steps = slices.DeleteFunc(report.Steps, func(step qc.Step) bool {
		return step.Verdict == qc.NotMeasured && (step.Name == "alleles" || step.Name == "frequency")
	})
	report.Verdict = qc.VerdictOf(report.Steps)
}

func statusOf(report *qc.Report) CheckStatus {
	switch report.Verdict {
	case qc.Fail:
		return CheckFailed
	case qc.Warned:
		return CheckWarned
	}
	return CheckPassed
}

const stageDeposit = "deposit"

// fileDeposit is the deposit table among the results of a check.
const fileDeposit = "deposit.tsv.gz"

// addDeposit writes the deposit table from the columnar twin, which is then not needed any more. A
// failed check has none.
func (s *Service) addDeposit(ctx context.Context, found *outcome, work string) error {
	twin := filepath.Join(job.ResultDir(work), qc.FileColumnar)
	defer os.Remove(twin)
	for _, name := range []string{qc.FileSketch, qc.FileSample, qc.FilePeer} { // used by consortia only
		defer os.Remove(filepath.Join(job.ResultDir(work), name))
	}
	if found.status == CheckFailed {
		return nil
	}
	deposit, err := writeDeposit(ctx, twin, filepath.Join(job.ResultDir(work), fileDeposit), depositColumns(found.report.Report))
	if err != nil {
		return err
	}
	found.report.Deposit = newDepositReport(deposit)
	for _, f := range findingsOf(deposit.Blocks()) {
		f.Message = "Blocks deposition to the GWAS Catalog: " + f.Message
		found.report.Findings = append(found.report.Findings, f)
	}
	return nil
}

// depositColumns returns the columns after those that the standard requires.
func depositColumns(report *qc.Report) ssf.Columns {
	cols := ssf.VariantID
	for _, c := range report.Columns {
		switch {
		case !(c.ValidClean > 0):
		case c.Field == sumstats.FieldRSID:
			cols |= ssf.RSID
		case c.Field == sumstats.FieldInfo:
			cols |= ssf.Info
		}
	}
	if report.NMax > 0 {
		cols |= ssf.N
	}
	return cols
}

func writeDeposit(ctx context.Context, twin, path string, cols ssf.Columns) (_ *ssf.Deposit, err error) {
	in, err := os.Open(twin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	dict := variant.NewDict()
	rows, err := columnar.Open(in, info.Size(), dict)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out, err := private.Create(path)
	if err != nil {
		return nil, err
	}
	deposit, err := ssf.WriteDeposit(out, untilDone{ctx, rows}, dict, cols)
	return deposit, errors.Join(err, out.Close())
}

// untilDone stops reading rows when a context ends.
type untilDone struct {
	ctx  context.Context
	rows sumstats.RowReader
}

// ReadRows implements sumstats.RowReader.
func (r untilDone) ReadRows(dst []sumstats.Row) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.rows.ReadRows(dst)
}

// faultSentence formats the fault of a file as a sentence.
func faultSentence(fault *textfile.FileError) string {
	text := fault.Error()
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
