package meta

import (
	"math"

	"cohortium/internal/gwas/stat"
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
	Format    string           `json:"format"`
	Mapping   sumstats.Mapping `json:"mapping"`
	N         float64          `json:"n,omitempty"`
	NCases    float64          `json:"n_cases,omitempty"`
	NControls float64          `json:"n_controls,omitempty"`
	LambdaGC  float64          `json:"lambda_gc,omitempty"` // as used for genomic control
}

// LambdaMeter hands on the rows of a study and gathers λ over those that a run
// would use, exactly. It serves to know λ before a run with genomic control
// without reading the file twice. It keeps eight bytes per row.
type LambdaMeter struct {
	rows      sumstats.RowReader
	source    *source
	chiSquare []float64
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
		m.source.complete(&r)
		if m.source.key(&r) == 0 || m.source.opt.judge(&r) != accepted {
			continue
		}
		z := r.Beta / r.SE
		if m.source.opt.Scheme == SampleSize {
			z = stat.ZFromNegLog10P(r.NegLog10P)
		}
		m.chiSquare = append(m.chiSquare, z*z)
	}
	return n, err
}

// Value is λ of the rows so far, 1 when there are none. It ends the measurement.
func (m *LambdaMeter) Value() float64 {
	lambda := stat.LambdaOfChiSquare(m.chiSquare)
	m.chiSquare = nil
	if math.IsNaN(lambda) {
		return 1
	}
	return lambda
}
