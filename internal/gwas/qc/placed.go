package qc

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// placedHeader names the columns of leftout.tsv.gz.
const placedHeader = "chromosome\tbase_pair_location\teffect_allele\tother_allele\treason\texplanation"

// placedWriter writes the rows that QC itself left out, by place, so that a user can look up why a
// variant is missing.
type placedWriter struct {
	file     io.WriteCloser
	index    *regionindex.Writer
	dict     *variant.Dict
	sentence func(sumstats.Reason) string
	line     []byte
}

func newPlacedWriter(out Output, d *variant.Dict, sentence func(sumstats.Reason) string) (*placedWriter, error) {
	file, err := out.Create(FileLeftOut)
	if err != nil {
		return nil, err
	}
	w := &placedWriter{file: file, index: regionindex.NewWriter(file, regionindex.WriterOptions{}), dict: d, sentence: sentence}
	if err := w.index.WriteHeader([]byte(placedHeader)); err != nil {
		return nil, errors.Join(err, w.index.Close(), file.Close())
	}
	return w, nil
}

func (w *placedWriter) write(b *batch) error {
	for i := range b.excluded {
		e := &b.excluded[i]
		w.line = strconv.AppendInt(w.line[:0], int64(e.row.Chromosome), 10)
		w.line = strconv.AppendInt(append(w.line, '\t'), int64(e.row.Position), 10)
		w.line = w.dict.Append(append(w.line, '\t'), e.row.EA)
		w.line = w.dict.Append(append(w.line, '\t'), e.row.OA)
		w.line = append(append(w.line, '\t'), e.reason...)
		w.line = append(append(w.line, '\t'), w.sentence(e.reason)...)
		if err := w.index.WriteRow(w.line, e.row.Chromosome, e.row.Position); err != nil {
			return fmt.Errorf("qc: write %s: %w", FileLeftOut, err)
		}
	}
	return nil
}

// close ends the file, and writes its index to out unless that is nil.
func (w *placedWriter) close(out Output) error {
	if err := errors.Join(w.index.Close(), w.file.Close()); err != nil {
		return fmt.Errorf("qc: write %s: %w", FileLeftOut, err)
	}
	if out == nil {
		return nil
	}
	return writeTo(out, FileLeftOutIndex, w.index.WriteIndex)
}
