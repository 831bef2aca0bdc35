package ssf

import (
	"bufio"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Written describes the table that Write wrote.
type Written struct {
	Rows   int64
	Sorted bool    // by chromosome and position
	MaxN   float64 // largest sample size; 0 when none is known
	PZero  bool    // some P is 0 and could not be computed

	chromosome genome.Chromosome
	position   int32
}

func (w *Written) see(r *sumstats.Row) {
	if r.Chromosome < w.chromosome || r.Chromosome == w.chromosome && r.Position < w.position {
		w.Sorted = false
	}
	w.chromosome, w.position = r.Chromosome, r.Position
	if r.N > w.MaxN {
		w.MaxN = r.N
	}
	w.PZero = w.PZero || r.Flags&sumstats.PUnderflow != 0
	w.Rows++
}

// Write writes rows as a GWAS-SSF table in the order in which they come.
func Write(w io.Writer, rows sumstats.RowReader, d *variant.Dict, cols Columns) (Written, error) {
	out := bufio.NewWriterSize(w, 1<<20)
	done := Written{Sorted: true}
	if _, err := out.Write(AppendHeader(nil, cols)); err != nil {
		return done, fmt.Errorf("write GWAS-SSF: %w", err)
	}
	batch := make([]sumstats.Row, 4096)
	var line []byte
	for {
		n, err := rows.ReadRows(batch)
		for i := range batch[:n] {
			done.see(&batch[i])
			line = AppendRow(line[:0], &batch[i], d, cols)
			if _, err := out.Write(line); err != nil {
				return done, fmt.Errorf("write GWAS-SSF: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return done, err
		}
	}
	if err := out.Flush(); err != nil {
		return done, fmt.Errorf("write GWAS-SSF: %w", err)
	}
	return done, nil
}

// MD5Writer passes bytes on and keeps their MD5 sum, which the standard asks for.
type MD5Writer struct {
	w   io.Writer
	sum hash.Hash
}

// NewMD5Writer returns a writer to w.
func NewMD5Writer(w io.Writer) *MD5Writer { return &MD5Writer{w: w, sum: md5.New()} }

// Write writes p to the underlying writer and adds it to the sum.
func (m *MD5Writer) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	_, _ = m.sum.Write(p[:n]) // a hash never fails
	return n, err
}

// Sum returns the hexadecimal MD5 sum of what was written.
func (m *MD5Writer) Sum() string { return hex.EncodeToString(m.sum.Sum(nil)) }
