package qc

import (
	"io"

	"cohortium/internal/gwas/sumstats"
)

// readKept fills dst, as sumstats.RowReader does, with the next rows that keep keeps. It
// reads on while keep leaves out all of them, and ends with keep's first error.
func readKept(rows sumstats.RowReader, dst []sumstats.Row, keep func(*sumstats.Row) (bool, error)) (int, error) {
	for {
		n, err := rows.ReadRows(dst)
		kept := 0
		for i := range dst[:n] {
			ok, keepErr := keep(&dst[i])
			if keepErr != nil {
				return kept, keepErr
			}
			if ok {
				dst[kept] = dst[i]
				kept++
			}
		}
		if kept > 0 || err != nil || len(dst) == 0 {
			return kept, err
		}
		if n == 0 {
			return 0, io.ErrNoProgress
		}
	}
}
