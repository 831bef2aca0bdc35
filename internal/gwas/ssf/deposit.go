package ssf

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strings"

	"github.com/klauspost/pgzip"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/phrase"
)

// The GWAS Catalog takes tables of at least depositRows rows that cover all
// autosomes, or chromosome X alone.
const depositRows = 100_000

// Deposit describes the table that WriteDeposit wrote, and how the archive would judge it.
type Deposit struct {
	Written
	Size  int64  // bytes, compressed
	MD5   string // hex, of the compressed bytes
	CRC32 uint32 // IEEE, of the compressed bytes

	RoundedN   int64 // sample sizes that were no whole number
	InfoAbove1 int64 // imputation qualities above 1, written as missing
	NoEffect   int64 // rows without effect or standard error
	NoEAF      int64 // rows without a frequency of the effect allele
	chromosome [genome.MaxChromosome + 1]bool
}

// WriteDeposit writes rows, which are sorted by chromosome and position, as the gzipped GWAS-SSF
// table of a deposit. Values that the standard does not accept are adapted and counted: n becomes a
// whole number, an imputation quality above 1 is missing. The same rows give the same bytes.
func WriteDeposit(w io.Writer, rows sumstats.RowReader, d *variant.Dict, cols Columns) (*Deposit, error) {
	done := &Deposit{}
	sum, check := NewMD5Writer(w), crc32.NewIEEE()
	size := counter{w: io.MultiWriter(sum, check)}
	z := pgzip.NewWriter(&size)
	var err error
	done.Written, err = Write(z, &depositRowReader{rows: rows, done: done}, d, cols)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	done.Size, done.MD5, done.CRC32 = size.n, sum.Sum(), check.Sum32()
	return done, nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// depositRowReader adapts rows on their way.
type depositRowReader struct {
	rows sumstats.RowReader
	done *Deposit
}

// ReadRows implements RowReader.
func (r *depositRowReader) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := r.rows.ReadRows(dst)
	for i := range dst[:n] {
		r.done.adapt(&dst[i])
	}
	return n, err
}

func (d *Deposit) adapt(r *sumstats.Row) {
	if whole := math.Round(r.N); whole != r.N && !math.IsNaN(r.N) {
		r.N = max(whole, 1)
		d.RoundedN++
	}
	if r.Info > 1 {
		r.Info = math.NaN()
		d.InfoAbove1++
	}
	if math.IsNaN(r.Beta) || math.IsNaN(r.SE) {
		d.NoEffect++
	}
	if math.IsNaN(r.EAF) || r.Flags&sumstats.EAFIsMAF != 0 {
		d.NoEAF++
	}
	d.chromosome[r.Chromosome] = true
}

// Blocks explains in sentences why the GWAS Catalog would not accept the table as it is. The table
// is still valid. P = 0 is not such a reason: it depends on Metadata, see Lacking.
func (d *Deposit) Blocks() []sumstats.Finding {
	out := []sumstats.Finding{}
	block := func(code, format string, args ...any) {
		out = append(out, sumstats.Finding{Code: code, Level: sumstats.Info, Message: fmt.Sprintf(format, args...)})
	}
	if d.Rows < depositRows {
		block(
			"deposit_rows",
			"The table has %s. The GWAS Catalog accepts tables of at least %s rows.",
			phrase.Counted(d.Rows, "row", "rows"),
			phrase.Thousands(depositRows),
		)
	}
	if missing := d.missingAutosomes(); len(missing) > 0 {
		block(
			"deposit_chromosomes",
			"There is no variant on chromosome %s. The GWAS Catalog accepts tables that cover 1 to 22, or X alone.",
			strings.Join(missing, ", "),
		)
	}
	if d.NoEAF > 0 {
		block("deposit_frequency", "%s no effect allele frequency, which the GWAS Catalog demands of each.", phrase.Counted(d.NoEAF, "row has", "rows have"))
	}
	if d.NoEffect > 0 {
		block(
			"deposit_effect",
			"%s no effect or no standard error, which the GWAS Catalog demands of each.",
			phrase.Counted(d.NoEffect, "row has", "rows have"),
		)
	}
	return out
}

// missingAutosomes is empty for a table of chromosome X alone.
func (d *Deposit) missingAutosomes() []string {
	var missing []string
	onlyX := d.chromosome[genome.X]
	for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
		switch {
		case c < genome.X && !d.chromosome[c]:
			missing = append(missing, c.String())
		case c != genome.X && d.chromosome[c]:
			onlyX = false
		}
	}
	if onlyX {
		return nil
	}
	return missing
}
