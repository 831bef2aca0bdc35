package hermes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/gwasvcf"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// The GWAS-VCF of a result and its index.
const (
	FileVCF      = "results.vcf.gz"
	FileVCFIndex = FileVCF + ".tbi"
)

// MadeVCF counts the rows of a result in its GWAS-VCF, or explains why there is no GWAS-VCF.
type MadeVCF struct {
	*qc.Turned
	LeftOut int64  `json:"left_out"`
	Missing string `json:"missing,omitempty"` // a sentence: the reason and what to do
}

// writeVCF writes the GWAS-VCF of a result. If the panel cannot be read, only this file is missing.
func (s *Service) writeVCF(ctx context.Context, m *Meta, sum *meta.Summary, work string) (*MadeVCF, error) {
	build := sum.Settings.Build
	if sum.Settings.Key != meta.ByPosition {
		return &MadeVCF{Missing: "Studies were joined by rs number, and a VCF names positions. Run the meta-analysis on files with positions."}, nil
	}
	panel, err := s.widestPanel(ctx, build)
	if err != nil {
		return nil, err
	}
	if panel == nil {
		return &MadeVCF{Missing: fmt.Sprintf("A VCF needs reference alleles from a reference panel on %s, and none is installed. "+
			"Ask the operator for one, then run the meta-analysis again.", build.Label())}, nil
	}
	release, err := panel.hold(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	study := gwasvcf.Study{Name: m.Name, Build: build, Cases: float64(sum.NCases), Controls: float64(sum.NControls), Software: "Cohortium " + s.cfg.Version}
	sequence, err := s.cfg.Sequences.Sequence(ctx, build)
	if err != nil {
		return nil, err
	}
	turned, err := s.convertResult(
		ctx,
		job.ResultDir(work),
		gwasvcf.Options{Study: study, Panel: panel.open(ctx), Sequence: sequence, TempDir: work, Workers: s.cfg.Workers},
	)
	if fault := new(qc.PanelError); errors.As(err, &fault) {
		return &MadeVCF{Missing: "The reference panel " + panel.Name + " cannot be used for it: " + fault.Public() + " Then run the meta-analysis again."}, nil
	}
	if err != nil {
		return nil, err
	}
	return &MadeVCF{Turned: turned, LeftOut: turned.LeftOut()}, nil
}

// widestPanel returns the installed panel of a build with most variants; nil if there is none. Its
// ancestry does not matter here.
func (s *Service) widestPanel(ctx context.Context, build genome.Build) (best *Panel, err error) {
	panels, err := s.cfg.Panels.Panels(ctx)
	if err != nil {
		return nil, err
	}
	for i := range panels {
		on, known := genome.ParseBuild(panels[i].Build)
		if known && on == build && (best == nil || panels[i].Rows > best.Rows) {
			best = &panels[i]
		}
	}
	return best, nil
}

// convertResult creates the file in the folder of a result, and removes it if it cannot be
// completed.
func (s *Service) convertResult(ctx context.Context, dir string, opt gwasvcf.Options) (turned *qc.Turned, err error) {
	result, closer, err := openResult(filepath.Join(dir, meta.FileResults))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	paths := []string{filepath.Join(dir, FileVCF), filepath.Join(dir, FileVCFIndex)}
	out, err := private.Create(paths[0])
	if err != nil {
		return nil, err
	}
	index, err := private.Create(paths[1])
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	d := variant.NewDict()
	rows := newResultRows(ctx, result, d)
	defer rows.stop()
	turned, err = gwasvcf.Write(ctx, out, index, rows, d, opt)
	if err = errors.Join(err, d.Err(), out.Close(), index.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(paths[0]), os.Remove(paths[1]))
	}
	return turned, nil
}

func openResult(path string) (*resultfile.File, io.Closer, error) {
	data, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := data.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, data.Close())
	}
	index, err := os.Open(path + ".tbi")
	if err != nil {
		return nil, nil, errors.Join(err, data.Close())
	}
	f, err := resultfile.Open(data, info.Size(), index, regionindex.Limits{})
	if err = errors.Join(err, index.Close()); err != nil {
		return nil, nil, errors.Join(err, data.Close())
	}
	return f, data, nil
}

// resultRows reads the rows of a result in genome order.
type resultRows struct {
	next func() (resultfile.Row, error, bool)
	stop func()
	dict *variant.Dict
}

func newResultRows(ctx context.Context, f *resultfile.File, d *variant.Dict) *resultRows {
	next, stop := iter.Pull2(func(yield func(resultfile.Row, error) bool) {
		for c := genome.Chromosome(1); c.Valid(); c++ {
			for row, err := range f.Rows(ctx, genome.Region{Chromosome: c, Start: 1, End: 1 << 29}) {
				if !yield(row, err) {
					return
				}
			}
		}
	})
	return &resultRows{next, stop, d}
}

// ReadRows implements sumstats.RowReader.
func (r *resultRows) ReadRows(dst []sumstats.Row) (int, error) {
	for i := range dst {
		row, err, more := r.next()
		if err == nil && !more {
			err = io.EOF
		}
		if err != nil {
			return i, err
		}
		dst[i] = r.row(&row)
	}
	return len(dst), nil
}

func (r *resultRows) row(in *resultfile.Row) sumstats.Row {
	nan := math.NaN()
	ea, _ := r.dict.Parse([]byte(in.EffectAllele)) // an invalid allele is missing
	oa, _ := r.dict.Parse([]byte(in.OtherAllele))
	return sumstats.Row{Chromosome: in.Chromosome, Position: in.Position, RSID: in.RSID, EA: ea, OA: oa, Beta: in.Beta, SE: in.SE, EAF: in.EAF,
		NegLog10P: in.NegLog10P, N: in.N, NCases: nan, NControls: nan, Info: nan, NEff: float32(nan)}
}
