package meta

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/guard"
)

// block is a run of accepted rows of one study in order. Batches share blocks; the last holder
// returns the memory.
type block struct {
	rows    []sumstats.Row
	holders atomic.Int32
}

// blockPool recycles blocks within one run.
type blockPool struct {
	rows int
	pool sync.Pool
}

func (p *blockPool) get() *block {
	b, _ := p.pool.Get().(*block)
	if b == nil {
		b = &block{rows: make([]sumstats.Row, p.rows)}
	}
	b.rows = b.rows[:p.rows]
	b.holders.Store(1)
	return b
}

func (p *blockPool) release(b *block) {
	if b.holders.Add(-1) == 0 {
		p.pool.Put(b)
	}
}

// source reads one study ahead of the merge, and leaves out what the study's own
// filters reject.
type source struct {
	study *Study
	opt   *Options
	key   keyFunc
	scale float64 // √λ when the study is corrected, else 1

	withoutX bool // rows on X take no part

	blocks chan *block // closed after the last; err is set before
	err    error

	rowsIn  int64
	dropped [accepted]int64
	lambda  stat.Lambda
	covered genome.Covered
	nMax    float64
}

// keyFunc returns the place of a row as one word; 0 when it has none.
type keyFunc func(r *sumstats.Row) uint64

func positionKey(r *sumstats.Row) uint64 {
	if !r.Chromosome.Valid() || r.Position <= 0 {
		return 0
	}
	return uint64(r.Chromosome)<<32 | uint64(uint32(r.Position))
}

func rsidKey(r *sumstats.Row) uint64 { return r.RSID }

// Compare orders rows as a run wants to read them.
func (k Key) Compare(a, b *sumstats.Row) int { return cmp.Compare(k.of()(a), k.of()(b)) }

func (k Key) of() keyFunc {
	if k == ByRSID {
		return rsidKey
	}
	return positionKey
}

// newSource prepares to read a study.
func newSource(s *Study, opt *Options) *source {
	src := &source{study: s, opt: opt, key: opt.Key.of(), scale: 1, withoutX: opt.leavesOutX(), blocks: make(chan *block, 2)}
	if opt.GenomicControl && s.LambdaGC > opt.GCThreshold {
		src.scale = math.Sqrt(s.LambdaGC)
	}
	return src
}

// run reads the study to its end. A nil error in s.err means all of it was read.
func (s *source) run(ctx context.Context, pool *blockPool, read *atomic.Int64) {
	defer close(s.blocks)
	err := guard.Do(func() (err error) {
		rows, closer, err := s.study.Open(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, closer.Close()) }()
		return s.read(ctx, rows, pool, read)
	})
	if err != nil {
		s.err = &StudyError{Study: s.study.Name, Err: err}
	}
}

func (s *source) read(ctx context.Context, rows sumstats.RowReader, pool *blockPool, read *atomic.Int64) error {
	var last uint64
	for {
		b := pool.get()
		n, err := fill(rows, b.rows)
		s.rowsIn += int64(n)
		read.Add(int64(n))
		var orderErr error
		if last, orderErr = s.filter(b, n, last); orderErr != nil {
			return orderErr
		}
		if len(b.rows) == 0 {
			pool.release(b)
		} else if !s.send(ctx, b) {
			return context.Cause(ctx)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *source) send(ctx context.Context, b *block) bool {
	select {
	case s.blocks <- b:
		return true
	case <-ctx.Done():
		return false
	}
}

// fill reads until dst is full or the reader ends.
func fill(rows sumstats.RowReader, dst []sumstats.Row) (int, error) {
	n := 0
	for n < len(dst) {
		k, err := rows.ReadRows(dst[n:])
		n += k
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// filter keeps the accepted rows among the first n of b, counts the others, and
// applies what concerns the study alone: its totals and its genomic control.
func (s *source) filter(b *block, n int, last uint64) (uint64, error) {
	kept := 0
	for i := range b.rows[:n] {
		r := &b.rows[i]
		reason := s.accept(r)
		if reason != NoKey {
			key := s.key(r)
			if key < last {
				return last, fmt.Errorf("%w: line %d is after a later %s", ErrUnsorted, r.Line, s.opt.Key)
			}
			last = key
		}
		if reason != accepted {
			s.dropped[reason]++
			continue
		}
		s.adjust(r)
		if s.withoutX && r.Chromosome == genome.X { // after λ, which no coding changes
			s.dropped[XCodings]++
			continue
		}
		if kept != i {
			b.rows[kept] = *r
		}
		kept++
	}
	b.rows = b.rows[:kept]
	return last, nil
}

// accept completes a row and returns the reason why the study's own rules leave it out.
func (s *source) accept(r *sumstats.Row) Reason {
	if s.key(r) == 0 {
		return NoKey
	}
	s.study.totals().Complete(r)
	return s.opt.judge(r)
}

// measure takes the χ² of an accepted row into λ of the study, and returns its z.
func (s *source) measure(r *sumstats.Row) (z float64) {
	z = s.opt.Scheme.z(r.Beta, r.SE, r.NegLog10P)
	s.lambda.Add(z * z)
	if r.Position > 0 {
		s.covered.Add(r.Chromosome)
	}
	return z
}

// z returns the statistic that a scheme combines and measures λ by: that of P where P is combined,
// of effect and standard error otherwise.
func (s Scheme) z(beta, se, negLog10P float64) float64 {
	if s == SampleSize {
		return stat.ZFromNegLog10P(negLog10P)
	}
	return beta / se
}

// adjust measures an accepted row and divides its χ² by λ if that is requested.
func (s *source) adjust(r *sumstats.Row) {
	s.nMax = max(s.nMax, r.N)
	z := s.measure(r)
	if s.opt.Scheme == SampleSize && s.scale != 1 {
		r.NegLog10P = stat.NegLog10PFromZ(z / s.scale)
	}
	r.SE *= s.scale
	if r.Flags&sumstats.EAFIsMAF != 0 {
		r.EAF = math.NaN()
	}
}

// judge tests a row on its own.
func (o *Options) judge(r *sumstats.Row) Reason {
	switch {
	case r.EA == r.OA || r.EA == 0 || r.OA == 0:
		return InvalidAlleles
	case !o.KeepSymbolic && (r.EA.Symbolic() || r.OA.Symbolic()):
		return SymbolicAllele
	case math.IsNaN(r.Beta) || math.IsInf(r.Beta, 0):
		return MissingEffect
	case o.Scheme != SampleSize && !(r.SE > 0 && r.SE <= math.MaxFloat64):
		return MissingEffect
	case o.Scheme == SampleSize && !(r.NegLog10P >= 0 && r.NegLog10P <= math.MaxFloat64):
		return MissingP
	case o.Scheme == SampleSize && !(r.WeightN() > 0):
		return MissingN
	case sumstats.MinorFrequency(r.EAF) < o.MAF:
		return LowMAF
	case r.Info < o.Info:
		return LowInfo
	}
	return accepted
}
