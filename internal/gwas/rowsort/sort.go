package rowsort

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// Reader is what Sort returns: rows in order until io.EOF, then Close.
type Reader interface {
	sumstats.RowReader
	io.Closer
}

// Sort drains src and returns its rows in order. With Options.InOrder it
// returns at once and reads src while it is read itself.
func Sort(src sumstats.RowReader, opt Options) (Reader, error) {
	opt = opt.withDefaults()
	if opt.InOrder {
		return &stream{ctx: opt.Context, order: order{by: opt.By, dict: opt.Dict}, src: src}, nil
	}
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

const (
	streamRows = 4096
	// maxTies bounds the rows of one primary key that stream holds to order
	// them: far more than any site has variants, far less than a file without
	// positions has rows.
	maxTies = 1 << 20
)

// ErrTooManyTies says that a streaming sort met so many rows of one position
// (or rs number) that it cannot order them without spilling.
var ErrTooManyTies = errors.New("rowsort: too many rows with the same key to sort while streaming")

// stream hands on rows that are in order of the primary key, putting rows of
// the same key in order of their alleles on the way.
type stream struct {
	ctx   context.Context
	order order
	src   sumstats.RowReader
	rows  []sumstats.Row // rows[at:ready] may be handed on
	at    int
	ready int
	err   error // what src ended with
}

// ReadRows implements sumstats.RowReader.
func (s *stream) ReadRows(dst []sumstats.Row) (int, error) {
	if s.ctx.Err() != nil {
		return 0, fmt.Errorf("rowsort.ReadRows(): %w", context.Cause(s.ctx))
	}
	for s.at == s.ready && s.err == nil {
		s.err = s.fill()
	}
	if s.at == s.ready && len(dst) > 0 {
		return 0, s.err
	}
	n := copy(dst, s.rows[s.at:s.ready])
	s.at += n
	return n, nil
}

// fill reads more rows behind those of the unfinished last key.
func (s *stream) fill() error {
	held := copy(s.rows, s.rows[s.ready:])
	s.rows, s.at, s.ready = slices.Grow(s.rows[:held], streamRows), 0, 0
	if held > maxTies {
		return ErrTooManyTies
	}
	n, err := s.src.ReadRows(s.rows[held : held+streamRows])
	s.rows = s.rows[:held+n]
	for i := max(held, 1); i < len(s.rows); i++ {
		before, key := s.order.primary(&s.rows[i-1]), s.order.primary(&s.rows[i])
		if key < before {
			s.settle(i)
			return &OrderError{Before: s.rows[i-1], Row: s.rows[i]}
		}
		if key > before {
			s.settle(i)
		}
	}
	if err != nil {
		s.settle(len(s.rows))
	}
	return err
}

// settle orders the rows of one key that end before to.
func (s *stream) settle(to int) {
	if ties := s.rows[s.ready:to]; len(ties) > 1 {
		slices.SortStableFunc(ties, func(a, b sumstats.Row) int { return s.order.compareTies(&a, &b) })
	}
	s.ready = to
}

// Close ends the stream; src belongs to the caller.
func (s *stream) Close() error {
	s.rows, s.at, s.ready, s.err = nil, 0, 0, ErrClosed
	return nil
}
