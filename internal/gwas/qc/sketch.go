package qc

import (
	"io"

	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
)

// studied returns the consumer that samples the clean rows, so that the studies of a meta-analysis
// can be compared before it starts.
func studied(s *studyset.Sample, totals sumstats.Totals) func(*batch) error {
	return func(b *batch) error {
		for i := range b.clean {
			s.Add(&b.clean[i], totals)
		}
		return nil
	}
}

// writeSample writes the variants alone, and all that was sampled of them.
func writeSample(out Output, s *studyset.Sample) error {
	err := writeTo(out, FileSketch, func(w io.Writer) error {
		_, err := s.Effects.Sketch().WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	return writeTo(out, FileSample, func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}
