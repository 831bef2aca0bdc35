package rowsort

import (
	"errors"
	"fmt"
	"io"

	"cohortium/internal/gwas/sumstats"
)

// Reader reads sorted rows in order until io.EOF, then Close.
type Reader interface {
	sumstats.RowReader
	io.Closer
}

// Sort drains src and returns its rows in order.
func Sort(src sumstats.RowReader, opt Options) (Reader, error) {
	s := New(opt)
	err := s.addFrom(src)
	if err == nil {
		var rows sumstats.RowReader
		if rows, err = s.Reader(); err == nil {
			return sorted{rows, s}, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("rowsort.Sort(): %w", err), s.Close())
}

type sorted struct {
	sumstats.RowReader
	io.Closer
}
