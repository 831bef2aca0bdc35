package liftover

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// LeftTable lists rows that were left out as a table: the reason, the line of the
// file, and the row on its old assembly as GWAS-SSF.
type LeftTable struct {
	out  *bufio.Writer
	dict *variant.Dict
	cols ssf.Columns
	line []byte
	err  error // of Add
}

// NewLeftTable writes the header of the table to w. d is the dictionary of the rows.
func NewLeftTable(w io.Writer, d *variant.Dict, cols ssf.Columns) *LeftTable {
	u := &LeftTable{out: bufio.NewWriterSize(w, 64<<10), dict: d, cols: cols}
	_, u.err = u.out.Write(ssf.AppendHeader([]byte("_unmapped_reason\tline\t"), cols))
	return u
}

// Add writes one row. An error is kept for Flush, since the reader of the rows cannot handle it.
func (u *LeftTable) Add(row *sumstats.Row, why Reason) {
	if u.err != nil {
		return
	}
	u.line = append(append(u.line[:0], why...), '\t')
	u.line = append(strconv.AppendUint(u.line, uint64(row.Line), 10), '\t')
	u.line = ssf.AppendRow(u.line, row, u.dict, u.cols)
	_, u.err = u.out.Write(u.line)
}

// Flush writes the rows that are still held.
func (u *LeftTable) Flush() error {
	if u.err == nil {
		u.err = u.out.Flush()
	}
	if u.err != nil {
		return fmt.Errorf("list rows that could not be lifted: %w", u.err)
	}
	return nil
}
