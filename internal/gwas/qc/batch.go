package qc

import (
	"context"
	"sync/atomic"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/guard"
)

const (
	batchRows    = 4096
	batchesAhead = 4 // queued in front of each consumer
)

// batch is a stretch of decided rows in genome order. Every consumer reads it, none changes it, and
// the last one releases it.
type batch struct {
	clean    []sumstats.Row
	af       []float64 // the panel's frequency for each row of clean
	outliers []matched
	excluded []exclusion
	users    atomic.Int32
}

func (b *batch) full() bool { return len(b.clean) >= batchRows || len(b.excluded) >= batchRows }

func (b *batch) add(d *decisions) {
	for i := range d.clean {
		b.clean = append(b.clean, d.clean[i].row)
		b.af = append(b.af, d.clean[i].af)
	}
	b.outliers = append(b.outliers, d.outliers...)
	b.excluded = append(b.excluded, d.excluded...)
}

func (b *batch) reset() {
	b.clean, b.af, b.outliers, b.excluded = b.clean[:0], b.af[:0], b.outliers[:0], b.excluded[:0]
}

// fan passes every batch to all consumers in order, each in a separate goroutine.
type fan struct {
	ctx     context.Context
	group   *guard.Group
	queues  []chan *batch
	free    chan *batch
	current *batch
}

func newFan(ctx context.Context, group *guard.Group, consumers ...func(*batch) error) *fan {
	f := &fan{ctx: ctx, group: group, free: make(chan *batch, batchesAhead*2+len(consumers)), current: &batch{}}
	for _, consume := range consumers {
		queue := make(chan *batch, batchesAhead)
		f.queues = append(f.queues, queue)
		group.Go(func() error {
			for b := range queue {
				if err := consume(b); err != nil {
					return err
				}
				f.release(b)
			}
			return nil
		})
	}
	return f
}

func (f *fan) release(b *batch) {
	if b.users.Add(-1) > 0 {
		return
	}
	b.reset()
	select {
	case f.free <- b:
	default:
	}
}

// add takes the decisions about one position.
func (f *fan) add(d *decisions) error {
	f.current.add(d)
	if f.current.full() {
		return f.send()
	}
	return nil
}

func (f *fan) send() error {
	f.current.users.Store(int32(len(f.queues)))
	for _, queue := range f.queues {
		select {
		case queue <- f.current:
		case <-f.ctx.Done():
			return context.Cause(f.ctx)
		}
	}
	select {
	case f.current = <-f.free:
	default:
		f.current = &batch{}
	}
	return nil
}

// close sends the rest, if the run succeeded, and ends the consumers.
func (f *fan) close(well bool) error {
	var err error
	if well {
		err = f.send()
	}
	for _, queue := range f.queues {
		close(queue)
	}
	return err
}
