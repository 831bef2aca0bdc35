package hermes

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// resultColumns are the columns of a result that its comparison with another reads.
func resultColumns() sumstats.Mapping {
	m := sumstats.Mapping{}
	for _, f := range []sumstats.Field{sumstats.FieldChromosome, sumstats.FieldPosition, sumstats.FieldEffectAllele, sumstats.FieldOtherAllele,
		sumstats.FieldRSID, sumstats.FieldBeta, sumstats.FieldSE, sumstats.FieldEAF, sumstats.FieldNegLog10P, sumstats.FieldN} {
		m[f] = string(f)
	}
	return m
}

// comparedStudies returns the results of females and males as the studies of a meta-analysis.
func (s *Service) comparedStudies(ctx context.Context, m *Meta, c combining) ([]meta.Study, error) {
	var studies []meta.Study
	for i, name := range []string{freeze.Female, freeze.Male} {
		c.progress.At(stageCollecting, int64(i), int64(len(m.Options.Compares)))
		of, err := s.store.Meta(ctx, m.Options.Compares[i])
		if err != nil {
			return nil, err
		}
		facts, err := s.MetaFacts(ctx, of.ID)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(c.work, "result-"+name+".tsv.gz")
		if err := s.fetch(ctx, MetaRowsKey(of.ID, of.Attempt), path); err != nil {
			return nil, err
		}
		studies = append(studies, meta.Study{Name: name, Scale: facts.Scale, Rows: *of.NVariants,
			Open: func(context.Context) (sumstats.RowReader, io.Closer, error) {
				return s.openResult(path, name, c.build, c.dict)
			}})
	}
	return studies, nil
}

func (s *Service) openResult(path, name string, build genome.Build, dict *variant.Dict) (sumstats.RowReader, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	r, err := sumstats.Open(f, sumstats.ReadOptions{Name: name, Mapping: resultColumns(), Build: build, Dict: dict, Workers: s.cfg.Workers})
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return r, twin{r, f}, nil
}
