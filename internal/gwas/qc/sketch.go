package qc

import (
	"io"

	"cohortium/internal/gwas/sketch"
)

// sketched is the consumer that samples the clean rows, so that the studies of a
// meta-analysis can be compared before it starts.
func sketched(s *sketch.Sketch) func(*batch) error {
	return func(b *batch) error {
		for i := range b.clean {
			r := &b.clean[i]
			s.Add(sketch.Place(r.Chromosome, r.Position), r.EA, r.OA)
		}
		return nil
	}
}

func writeSketch(out Output, s *sketch.Sketch) error {
	return writeTo(out, FileSketch, func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}
