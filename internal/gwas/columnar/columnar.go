// Package columnar keeps association rows as Parquet (zstd): the twin of a clean
// file that computations read instead of inflating and parsing text again. It
// owns the schema and reads whole files, ranges and regions. It imports genome,
// variant, sumstats and parquet-go; it neither sorts nor checks what it is given.
//
// Columns have their GWAS-SSF names. A missing number is null, never NaN, and an
// rs number of 0 and a missing allele are null too, so that a column which a
// study lacks costs nothing. Rows must be sorted by chromosome and position for
// ranges and regions to find them.
package columnar

import (
	"errors"

	"github.com/parquet-go/parquet-go"
)

// ErrDamaged reports a file that is cut off, changed or in another format.
var ErrDamaged = errors.New("columnar: the file is damaged or of another kind")

// fileRow is the schema; values never pass through it. chromosome is the
// GWAS-SSF code (X 23, Y 24, MT 25), base_pair_location is 1-based, line is that
// of the source file, flags are sumstats.RowFlags.
type fileRow struct {
	Chromosome    uint8    `parquet:"chromosome"`
	Position      int32    `parquet:"base_pair_location,delta"`
	EffectAllele  *string  `parquet:"effect_allele,optional,dict"`
	OtherAllele   *string  `parquet:"other_allele,optional,dict"`
	Beta          *float64 `parquet:"beta,optional"`
	StandardError *float64 `parquet:"standard_error,optional"`
	EAF           *float64 `parquet:"effect_allele_frequency,optional"`
	NegLog10P     *float64 `parquet:"neg_log_10_p_value,optional"`
	RSID          *int64   `parquet:"rsid,optional"`
	N             *float64 `parquet:"n,optional"`
	NCases        *float64 `parquet:"n_cases,optional"`
	NControls     *float64 `parquet:"n_controls,optional"`
	NEff          *float32 `parquet:"n_eff,optional"`
	Info          *float64 `parquet:"info,optional"`
	Flags         uint8    `parquet:"flags"`
	Line          uint32   `parquet:"line,delta"`
}

// The columns in file order.
const (
	colChromosome = iota
	colPosition
	colEffectAllele
	colOtherAllele
	colBeta
	colStandardError
	colEAF
	colNegLog10P
	colRSID
	colN
	colNCases
	colNControls
	colNEff
	colInfo
	colFlags
	colLine
	columnCount
)

// pageRows is how many rows the pages of all columns hold, so that a reader can
// take one page of each at a time: 128 KiB of a column of numbers.
const pageRows = 16 << 10

// defaultGroupRows keeps what a writer holds back small and row groups large
// enough to be worth skipping.
const defaultGroupRows = 8 * pageRows

func schema() *parquet.Schema { return parquet.SchemaOf(fileRow{}) }
