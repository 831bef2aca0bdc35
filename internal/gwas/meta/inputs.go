package meta

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"cohortium/internal/gwas/sumstats"
)

// Inputs is the manifest of a run, inputs.json: with the files it names, the run
// can be repeated to the byte.
type Inputs struct {
	Studies  []Input           `json:"studies"` // in the order as listed
	Options  Options           `json:"options"`
	Versions map[string]string `json:"versions"`
}

// Input is one study of a manifest.
type Input struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	SHA256 string `json:"sha256"` // of the file as stored
	Bytes  int64  `json:"bytes"`
	Rows   int64  `json:"rows"`
	// Format and Mapping say how the file was read.
	Format  string           `json:"format"`
	Mapping sumstats.Mapping `json:"mapping"`
	sumstats.Conventions
	Scale     sumstats.EffectScale `json:"scale_combined,omitempty"` // of its effects as they were combined
	Ancestry  string               `json:"ancestry,omitempty"`
	N         float64              `json:"n,omitempty"`
	NCases    float64              `json:"n_cases,omitempty"`
	NControls float64              `json:"n_controls,omitempty"`
	LambdaGC  float64              `json:"lambda_gc,omitempty"` // as used for genomic control
	sumstats.RowRules
	sumstats.Reading
	Warnings []string `json:"warnings,omitempty"` // of the reading of the file
}

// LambdaMeter passes on the rows of a study and gathers λ over those that a run would use. It
// serves to know λ before a run with genomic control without reading the file twice.
type LambdaMeter struct {
	rows   sumstats.RowReader
	source *source
}

// NewLambdaMeter measures the rows of study s as a run with opt would.
func NewLambdaMeter(rows sumstats.RowReader, s *Study, opt Options) *LambdaMeter {
	opt.GenomicControl = false
	return &LambdaMeter{rows: rows, source: newSource(s, &opt)}
}

// ReadRows implements sumstats.RowReader.
func (m *LambdaMeter) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := m.rows.ReadRows(dst)
	for i := range dst[:n] {
		r := dst[i]
		if m.source.accept(&r) == accepted {
			m.source.measure(&r)
		}
	}
	return n, err
}

// Value returns λ of the rows so far. It is 1 when there are none, or when they cover a part of the
// genome only and regional control is off.
func (m *LambdaMeter) Value() float64 {
	if m.source.lambda.N() == 0 || m.source.covered.Regional() && !m.source.opt.GenomicControlRegional {
		return 1
	}
	return m.source.lambda.Value()
}

// measureLambda reads a study once for its λ.
func measureLambda(ctx context.Context, s *Study, opt Options, read *atomic.Int64) (lambda float64, err error) {
	rows, closer, err := s.Open(ctx)
	if err != nil {
		return 0, &StudyError{Study: s.Name, Err: err}
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	meter := NewLambdaMeter(rows, s, opt)
	buffer := make([]sumstats.Row, maxBlockRows)
	for {
		n, err := meter.ReadRows(buffer)
		read.Add(int64(n))
		switch {
		case errors.Is(err, io.EOF):
			return meter.Value(), nil
		case err != nil:
			return 0, &StudyError{Study: s.Name, Err: err}
		case ctx.Err() != nil:
			return 0, context.Cause(ctx)
		}
	}
}

// StudyName returns the default name of a study: that of its file without the format extensions.
func StudyName(file string) string {
	for _, ending := range []string{".gz", ".bgz", ".zst", ".bz2", ".zip", ".tsv", ".txt", ".csv", ".clean"} {
		file = strings.TrimSuffix(file, ending)
	}
	return file
}
