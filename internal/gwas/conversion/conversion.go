// Package conversion turns a table of results whose columns are understood into a GWAS-SSF table:
// its rows read once, sorted if asked, written with a checksum, those left out accounted for, and
// the metadata that go with it. The command line and the server use it. It does not decide what a
// column means (recognise does), and has no notion of users.
package conversion

import (
	"context"
	"errors"
	"io"

	"github.com/klauspost/pgzip"

	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Options control how a table is read and written.
type Options struct {
	Read sumstats.ReadOptions
	Sort bool // by chromosome and position
	Gzip bool // compress the output
	// Place adds positions to the rows of a file without them; nil when the file has positions.
	Place   func(ctx context.Context, rows sumstats.RowReader, d *variant.Dict) (sumstats.RowReader, error)
	TempDir string       // for rows that do not fit into memory; "" is the system's
	Study   ssf.Metadata // known metadata of the study, and the name of the table
	// Progress, unless nil, receives how many rows were written and their total, 0 while unknown.
	Progress func(done, total int64)
}

// Result reports what happened to the rows, and holds the metadata of the table.
type Result struct {
	ssf.Written
	Account  sumstats.Account
	Metadata ssf.Metadata
}

// Run converts the table that in reads. Problems of the table are a *textfile.FileError. After an
// error the output must not be used.
func Run(ctx context.Context, in io.Reader, out io.Writer, opt Options) (_ *Result, err error) {
	reader, err := sumstats.Open(in, opt.Read)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	rows := &counted{ctx: ctx, rows: reader, progress: opt.Progress}
	if opt.Place != nil {
		if rows.rows, err = opt.Place(ctx, reader, reader.Dict()); err != nil {
			return nil, err
		}
	}
	if opt.Sort {
		sorted, err := rowsort.Sort(rows.rows, rowsort.Options{Context: ctx, Dict: reader.Dict(), TempDir: opt.TempDir})
		if err != nil {
			return nil, err
		}
		defer func() { _ = sorted.Close() }()
		rows.rows, rows.total = sorted, reader.Account().RowsOut
	}
	r := &Result{}
	var sum string
	r.Written, sum, err = Write(out, opt.Gzip, rows, reader)
	if err != nil {
		return nil, err
	}
	r.Account = reader.Account()
	r.Metadata = opt.metadata(r.Written, sum)
	return r, nil
}

// Columns are written behind the eight that the standard demands.
const Columns = ssf.RSID | ssf.VariantID | ssf.N | ssf.Info

// Write writes the rows of a reader as a GWAS-SSF table and returns the MD5 sum of its bytes in
// hex.
func Write(out io.Writer, compressed bool, rows sumstats.RowReader, reader *sumstats.Reader) (_ ssf.Written, sum string, err error) {
	cols := Columns | ssf.Scale(reader.Scale())
	md5 := ssf.NewMD5Writer(out)
	if !compressed {
		written, err := ssf.Write(md5, rows, reader.Dict(), cols)
		return written, md5.Sum(), err
	}
	z := pgzip.NewWriter(md5)
	written, err := ssf.Write(z, rows, reader.Dict(), cols)
	if err := errors.Join(err, z.Close()); err != nil {
		return written, "", err
	}
	return written, md5.Sum(), nil
}

// metadata returns the known metadata of the study, completed from its rows.
func (o *Options) metadata(w ssf.Written, sum string) ssf.Metadata {
	m := o.Study
	m.Build, m.Cases, m.Controls = o.Read.Build, int64(o.Read.NCases), int64(o.Read.NControls)
	m.PZero, m.DataMD5, m.Sorted = w.PZero, sum, w.Sorted
	if m.SampleSize == 0 {
		m.SampleSize = int64(w.MaxN)
	}
	if m.SampleSize == 0 {
		m.SampleSize = m.Cases + m.Controls
	}
	return m
}

// counted reports how many rows have passed, and ends with a context.
type counted struct {
	ctx      context.Context
	rows     sumstats.RowReader
	progress func(done, total int64)
	done     int64
	total    int64 // 0 while unknown
}

// ReadRows implements sumstats.RowReader.
func (c *counted) ReadRows(dst []sumstats.Row) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.rows.ReadRows(dst)
	c.done += int64(n)
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return n, err
}
