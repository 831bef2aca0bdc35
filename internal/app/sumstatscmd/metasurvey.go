package sumstatscmd

import (
	"errors"
	"io"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Survey holds the findings of a meta-analysis in one file.
type Survey struct {
	SHA256 string
	Bytes  int64
	Rows   int64
	Build  genome.Build
	Scale  sumstats.EffectScale
	Lambda float64
	Sample *studyset.Sample
}

// Survey reads the only file of a run to its end, as the run would, and combines nothing.
func (c *MetaCmd) Survey(env *console.Env) (s *Survey, err error) {
	job := &metaJob{env: env, cmd: c, bar: &console.Progress{Env: env}, dict: variant.NewDict()}
	files, err := job.files()
	if err != nil {
		return nil, err
	}
	if err := withoutN(files, &job.opt); err != nil {
		return nil, err
	}
	in := &metaInput{metaFile: files[0]}
	r, err := job.open(in)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	study := in.declared()
	s = &Survey{Bytes: in.size, Build: in.build, Scale: in.scale, Sample: studyset.NewSample(job.dict, job.opt.Key == meta.ByRSID)}
	rows := studyset.Reader{RowReader: r, Sample: s.Sample, Totals: sumstats.Totals{N: in.n, NCases: in.cases, NControls: in.controls}}
	meter := meta.NewLambdaMeter(rows, &study, job.opt)
	for buffer := make([]sumstats.Row, 4096); ; {
		n, err := meter.ReadRows(buffer)
		s.Rows += int64(n)
		switch {
		case errors.Is(err, io.EOF):
			s.SHA256, s.Lambda = in.digest, meter.Value()
			return s, nil
		case err != nil:
			return nil, err
		case env.Ctx.Err() != nil:
			return nil, env.Ctx.Err()
		}
	}
}
