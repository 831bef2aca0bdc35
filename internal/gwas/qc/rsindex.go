package qc

import (
	"io"

	"cohortium/internal/gwas/rsindex"
)

// numbered returns the consumer that notes the positions of rs numbers in the clean file.
func numbered(w *rsindex.Writer) func(*batch) error {
	return func(b *batch) error {
		for i := range b.clean {
			r := &b.clean[i]
			if err := w.Add(r.RSID, r.Chromosome, r.Position); err != nil {
				return err
			}
		}
		return nil
	}
}

func writeRSIndex(out Output, w *rsindex.Writer) error {
	return writeTo(out, FileRSIndex, func(to io.Writer) error {
		_, err := w.WriteTo(to)
		return err
	})
}
