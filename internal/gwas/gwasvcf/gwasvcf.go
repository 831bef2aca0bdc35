// Package gwasvcf writes results as GWAS-VCF 1.0 (Lyon et al., Genome Biol 2021), the version that
// the tools of the field read: a VCF whose one sample is the study. REF is the reference allele
// from a panel, on the forward strand. Effect and frequency refer to ALT. The package knows nothing
// of where results are stored or who asks.
package gwasvcf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Study holds what the header states about the study.
type Study struct {
	Name     string // the sample
	Build    genome.Build
	Cases    float64 // 0 or NaN when not known, as the controls
	Controls float64
	Software string // that writes, and its version
}

// Options are the inputs of a file.
type Options struct {
	Study Study
	Panel *qc.Panel // on the build of the rows
	// Sequence is the sequence of the build of the rows, nil without one: insertions and deletions
	// are left-aligned by it before they are looked up in the panel. Aligned, when set, gets the
	// account.
	Sequence *liftover.Reference
	Aligned  func(liftover.Indels)
	TempDir  string // for rows that do not fit into memory; "" is the system's
	Workers  int    // 0 is one per core
}

// memory is the limit for the panel and for the rows each. The rest goes to disk.
const memory = 64 << 20

// Write writes rows, which are in genome order, and the tabix index of the file if index is not
// nil. Problems of the panel are a *qc.PanelError. After an error the output must not be used.
func Write(ctx context.Context, out, index io.Writer, rows sumstats.RowReader, d *variant.Dict, opt Options) (_ *qc.Turned, err error) {
	if opt.Study.Build == genome.UnknownBuild {
		return nil, errors.New("the genome build of the rows is not known, which a VCF names")
	}
	sorting := rowsort.Options{Context: ctx, Dict: d, MemoryBytes: memory, TempDir: opt.TempDir, Workers: opt.Workers}
	if opt.Sequence != nil {
		aligned, aligning := align(rows, d, &opt, sorting)
		if aligning != nil {
			return nil, aligning
		}
		defer func() { err = errors.Join(err, aligned.Close()) }()
		rows = aligned
	}
	turned, err := qc.NewReferenceReader(ctx, rows, opt.Panel, sorting, d)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, turned.Close()) }()
	kept, err := rowsort.Sort(turned, sorting) // all are read before the header, which states their number
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	counts := turned.Counts()
	return &counts, writeTable(out, index, turned.Settle(kept), d, &opt, &counts)
}

// align left-aligns insertions and deletions and brings the rows back into order.
func align(rows sumstats.RowReader, d *variant.Dict, opt *Options, sorting rowsort.Options) (rowsort.Reader, error) {
	aligned := liftover.NewAlignedRows(rows, opt.Sequence, d)
	sorted, err := rowsort.Sort(aligned, sorting)
	if err == nil && opt.Aligned != nil {
		opt.Aligned(aligned.Counts())
	}
	return sorted, err
}

func writeTable(out, index io.Writer, rows sumstats.RowReader, d *variant.Dict, opt *Options, counts *qc.Turned) error {
	w := regionindex.NewWriter(out, regionindex.WriterOptions{BGZFOptions: regionindex.BGZFOptions{Workers: opt.Workers}, VCF: true})
	err := errors.Join(writeRows(w, rows, d, opt, counts), w.Close())
	if err != nil || index == nil {
		return err
	}
	return w.WriteIndex(index)
}

func writeRows(w *regionindex.Writer, rows sumstats.RowReader, d *variant.Dict, opt *Options, counts *qc.Turned) error {
	for _, line := range header(&opt.Study, counts) {
		if err := w.WriteHeader([]byte(line)); err != nil {
			return err
		}
	}
	batch := make([]sumstats.Row, 4096)
	var line []byte
	for {
		n, err := rows.ReadRows(batch)
		for i := range batch[:n] {
			r := &batch[i]
			line = appendRow(line[:0], r, d)
			if err := w.WriteRow(line, r.Chromosome, r.Position); err != nil {
				return fmt.Errorf("write GWAS-VCF: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// appendRow appends the line of a row whose other allele is the reference allele.
func appendRow(dst []byte, r *sumstats.Row, d *variant.Dict) []byte {
	dst = append(append(dst, r.Chromosome.String()...), '\t')
	dst = append(strconv.AppendInt(dst, int64(r.Position), 10), '\t')
	dst = append(appendRSID(dst, r.RSID), '\t')
	dst = append(d.Append(dst, r.OA), '\t')
	dst = append(d.Append(dst, r.EA), "\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t"...)
	frequency := r.EAF
	if r.Flags&sumstats.EAFIsMAF != 0 {
		frequency = math.NaN()
	}
	for _, x := range []float64{r.Beta, r.SE, r.NegLog10P, frequency, r.N, r.NCases} {
		dst = append(appendNumber(dst, x), ':')
	}
	return appendRSID(dst, r.RSID)
}

func appendRSID(dst []byte, rsid uint64) []byte {
	if rsid == 0 {
		return append(dst, '.')
	}
	return strconv.AppendUint(append(dst, "rs"...), rsid, 10)
}

func appendNumber(dst []byte, x float64) []byte {
	if math.IsNaN(x) {
		return append(dst, '.')
	}
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
}
