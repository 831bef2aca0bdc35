package hermes

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

const (
	stageCollecting = "collecting"
	stageSSF        = "ssf"
	stageVCF        = "vcf"
	stageLoci       = "loci"
)

func metaMeter(rep job.Reporter, o *MetaOptions) *job.Meter {
	pass := func(needed bool) float64 { // one extra pass over all rows
		if needed {
			return 50
		}
		return 0
	}
	return job.NewMeter(rep,
		job.Part{Name: stageCollecting, Word: "Collecting the inputs", Weight: 10},
		job.Part{Name: meta.StageMeasuring, Word: "Measuring the studies", Weight: pass(o.GenomicControl), Rows: true},
		job.Part{Name: meta.StageAxes, Word: "Finding the axes of ancestry", Weight: pass(o.Scheme == string(meta.MetaRegression)), Rows: true},
		job.Part{Name: meta.StageWeighing, Word: "Measuring the result", Weight: pass(o.OutputGenomicControl), Rows: true},
		job.Part{Name: meta.StageCombining, Word: "Combining", Weight: 80, Rows: true},
		job.Part{Name: stageLoci, Word: "Judging the loci", Weight: 10},
		job.Part{Name: stageSSF, Word: "Writing GWAS-SSF", Weight: 5},
		job.Part{Name: stageVCF, Word: "Writing GWAS-VCF", Weight: 10},
		job.Part{Name: job.Storing, Word: "Storing the results", Weight: 10})
}

// manifest is inputs.json: everything needed to repeat the computation.
type manifest struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Phenotype string          `json:"phenotype"`
	Build     string          `json:"genome_build"`
	Options   MetaOptions     `json:"options"`
	Cautions  []Caution       `json:"cautions"` // confirmed at creation
	Inputs    []manifestInput `json:"inputs"`
	// Loci are the LD panel and the parameters of the judgement of loci.
	Loci     locusreport.Settings `json:"loci"`
	Versions map[string]string    `json:"versions"`
}

type manifestInput struct {
	MetaInput
	FileSHA256 string   `json:"file_sha256"` // of the uploaded file
	RowsClean  *int64   `json:"rows_clean"`
	LambdaGC   *float64 `json:"lambda_gc"` // over the rows used, as in summary.json
	// Scale is the scale of the effects, from the columnar twin of the clean file.
	Scale sumstats.EffectScale `json:"effect_scale"`

	twin string // key of the columnar file of its clean rows
}

// runMeta combines the frozen inputs and completes the meta-analysis.
func (s *Service) runMeta(ctx context.Context, a *attempt, m *Meta) error {
	work, err := a.Dir()
	if err != nil {
		return err
	}
	progress := metaMeter(a, &m.Options)
	inputs, err := s.describeInputs(ctx, m)
	if err != nil {
		return err
	}
	if len(m.Options.Compares) == 0 {
		if err := s.collect(ctx, inputs, work, progress); err != nil {
			return err
		}
	}
	a.Crash("collected")
	judge, err := s.judgeWith(ctx, m, inputs.Build)
	if err != nil {
		return err
	}
	inputs.Loci = judge.Settings
	summary, err := s.combine(ctx, m, inputs, work, progress)
	if err != nil {
		return err
	}
	progress.At(stageLoci, 0, 1)
	loci, err := s.judgeLoci(ctx, judge, summary, work, progress)
	if err != nil {
		return err
	}
	progress.At(stageSSF, 0, 1)
	if err := s.writeSSF(ctx, m, summary, work); err != nil {
		return err
	}
	progress.At(stageVCF, 0, 1)
	vcf, err := s.writeVCF(ctx, m, summary, work)
	if err != nil {
		return err
	}
	var files []MetaFile
	err = a.Store(ctx, progress, MetaPrefix(m.ID, a.Lease()), func(name string, size int64, sum string) {
		files = append(files, MetaFile{Name: name, Size: size, SHA256: sum})
	})
	if err != nil {
		return err
	}
	return s.finishMeta(ctx, a, &keptSummary{summary, vcf, loci}, files)
}

// describeInputs adds the results of their runs to the frozen inputs.
func (s *Service) describeInputs(ctx context.Context, m *Meta) (*manifest, error) {
	out := &manifest{
		ID: m.ID, Name: m.Name, Phenotype: m.Phenotype, Options: m.Options, Cautions: m.Cautions,
		Versions: map[string]string{"cohortium": s.cfg.Version},
	}
	for _, in := range m.Inputs {
		u, err := s.store.Upload(ctx, in.UploadID)
		if err != nil {
			return nil, err
		}
		run, err := s.store.QCRun(ctx, in.RunID)
		if err != nil {
			return nil, err
		}
		if out.Build, err = run.Build(); err != nil {
			return nil, err
		}
		out.Inputs = append(
			out.Inputs,
			manifestInput{MetaInput: in, FileSHA256: u.SHA256, RowsClean: run.RowsClean, twin: runPrefix(in.UploadID, in.RunID, run.Attempt) + qc.FileColumnar},
		)
	}
	return out, nil
}

// collect copies the columnar twins of the inputs to the local disk, where the merge reads many
// megabytes at a time.
func (s *Service) collect(ctx context.Context, inputs *manifest, work string, progress *job.Meter) error {
	for i, in := range inputs.Inputs {
		progress.At(stageCollecting, int64(i), int64(len(inputs.Inputs)))
		err := s.fetch(ctx, in.twin, twinPath(work, i))
		if errs.Is(err, errs.NotFound) {
			return &meta.StudyError{Study: in.DatasetName, Err: errors.New("the clean file of its QC run is missing; run QC again")}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func twinPath(work string, i int) string {
	return filepath.Join(work, "input-"+strconv.Itoa(i)+".parquet")
}

// combine runs the engine and writes all files of the result.
func (s *Service) combine(ctx context.Context, m *Meta, inputs *manifest, work string, progress *job.Meter) (*meta.Summary, error) {
	build, ok := genome.ParseBuild(inputs.Build)
	if !ok {
		return nil, errors.New("unknown build " + inputs.Build)
	}
	dict := variant.NewDict()
	names := make(map[string]string, len(inputs.Inputs))
	studies, err := s.studiesOf(ctx, m, inputs, combining{build, dict, work, names, progress})
	if err != nil {
		return nil, err
	}
	opt := m.Options.compute(names)
	opt.Build, opt.Workers = build, s.cfg.Workers
	if opt.Genes, err = s.cfg.Genes(ctx, build); err != nil {
		return nil, err
	}
	analysis := meta.Analysis{Studies: studies, Options: opt, Dict: dict, TempDir: work, Inputs: func(sum *meta.Summary) (any, error) {
		for i := range inputs.Inputs {
			if len(m.Options.Compares) == 0 {
				inputs.Inputs[i].LambdaGC = stat.Finite(float64(sum.Studies[i].LambdaGC))
			}
		}
		return inputs, nil
	}}
	return analysis.WriteFiles(ctx, metaFolder(job.ResultDir(work)), func(p meta.Progress) { progress.At(p.Stage, p.Done, p.Total) })
}

// combining is where the studies of a run are.
type combining struct {
	build    genome.Build
	dict     *variant.Dict
	work     string
	names    map[string]string // receives the names of the submissions by id
	progress *job.Meter
}

// studiesOf returns the studies of a run: the clean files, or the results that it compares.
func (s *Service) studiesOf(ctx context.Context, m *Meta, inputs *manifest, c combining) ([]meta.Study, error) {
	if len(m.Options.Compares) > 0 {
		return s.comparedStudies(ctx, m, c)
	}
	studies := make([]meta.Study, len(inputs.Inputs))
	for i := range inputs.Inputs {
		in := &inputs.Inputs[i]
		var err error
		if in.Scale, err = twinScale(twinPath(c.work, i)); err != nil {
			return nil, &meta.StudyError{Study: in.DatasetName, Err: err}
		}
		studies[i] = studyOf(*in, twinPath(c.work, i), c.dict)
		c.names[in.UploadID] = in.DatasetName
	}
	return studies, nil
}

// metaFolder receives the files of a result, without figures, which the page draws.
type metaFolder string

// Create implements meta.Files.
func (f metaFolder) Create(name string) (io.WriteCloser, error) {
	if filepath.Ext(name) == ".svg" {
		return nil, nil
	}
	return private.Create(filepath.Join(string(f), name))
}

func studyOf(in manifestInput, path string, dict *variant.Dict) meta.Study {
	study := meta.Study{
		Name: in.DatasetName, Ancestry: in.Ancestry, N: float64(in.NTotal), Scale: in.Scale,
		Open: func(context.Context) (sumstats.RowReader, io.Closer, error) { return openTwin(path, dict) },
	}
	if in.Cases != nil && in.Controls != nil {
		study.NCases, study.NControls = float64(*in.Cases), float64(*in.Controls)
	}
	if in.RowsClean != nil {
		study.Rows = *in.RowsClean
	}
	return study
}

// twinScale returns the scale of the effects of a twin.
func twinScale(path string) (sumstats.EffectScale, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	twin, err := columnar.OpenFile(f, info.Size(), variant.NewDict())
	if err != nil {
		return "", err
	}
	return twin.Scale(), nil
}

func openTwin(path string, dict *variant.Dict) (sumstats.RowReader, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	r, err := columnar.Open(f, info.Size(), dict)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return r, twin{r, f}, nil
}

// twin closes a reader and its file.
type twin struct{ reader, file io.Closer }

func (t twin) Close() error { return errors.Join(t.reader.Close(), t.file.Close()) }

// keptSummary is the part of a result that is stored with its row.
type keptSummary struct {
	*meta.Summary
	VCF  *MadeVCF            `json:"gwas_vcf"`
	Loci *locusreport.Report `json:"loci_report"` // nil in results of earlier versions
}

// finishMeta stores a computed result as the result of its meta-analysis.
func (s *Service) finishMeta(ctx context.Context, a *attempt, summary *keptSummary, files []MetaFile) error {
	text, err := json.Marshal(summary)
	if err != nil {
		return err
	}
	return a.Finish(ctx, func(tx Tx, on jobSubject) error {
		m := on.meta
		m.Summary, m.Files, m.Error, m.Attempt = text, files, "", a.Lease()
		m.NVariants, m.NLoci, m.LambdaGC = &summary.NVariants, &summary.NLoci, stat.Finite(float64(summary.LambdaGC))
		return s.endMeta(ctx, tx, m, MetaCompleted, ended(bySystem, "completed", ""))
	})
}
