package meta

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
)

// Output holds the destinations of a run. A nil one is not written.
type Output struct {
	// Results receives the result rows, tab-separated, as BGZF.
	Results io.Writer
	// Index receives the tabix index of Results. Results joined by rs number
	// have no coordinates and no index.
	Index io.Writer
	// RSIndex receives the positions of rs numbers in Results, for package rsindex; of results with
	// coordinates only.
	RSIndex io.Writer
	TempDir string // what RSIndex is sorted in, "" for the directory of the system
	// Manhattan and QQ are fed with every result. QQ has one stratum, or two:
	// minor allele frequency above 0.01, and the rest.
	Manhattan *plot.Manhattan
	QQ        *plot.QQ
	// LeaveOneOut receives what becomes of each result without one study, as BGZF, and
	// LeaveOneOutIndex its tabix index, with Options.LeaveOneOut.
	LeaveOneOut, LeaveOneOutIndex io.Writer
	// Ancestries are the outputs of the ancestries that the function Ancestries returns, in its
	// order: Results, Index and RSIndex of each. Missing ones are not written.
	Ancestries []Output
	// CompressionWorkers is how many cores compress Results, 0 for all.
	CompressionWorkers int
}

// inFlight is how many rows a run holds at most, all studies together, about
// 110 bytes each.
const inFlight = 1 << 20

// maxBlockRows bounds the rows of a block whatever few studies there are.
const maxBlockRows = 8192

// run is the state that all parts of one run share.
type run struct {
	opt      Options
	dict     *variant.Dict
	sources  []*source // in order of the names
	order    []int     // place of each source in the order as listed
	related  [][]float64
	places   [][]float64 // of studies (by name) on axes
	axes     *Axes
	overlap  *overlapEstimate
	pairing  bool    // this run gathers pairs of z for an estimate of overlap
	signs    int     // number of characters in direction
	ancestry string  // of a part
	parts    []*run  // those of single ancestries
	lambda   float64 // λ of the result, when it had to be known beforehand
	scale    float64 // √λ by which the result is corrected, else 1
	leastN   float64
	// leastWithout is leastN without each source.
	leastWithout []float64
	total        int64
	read         atomic.Int64
}

// Run combines the studies and writes the result. dict holds the text of the alleles of all
// studies. progress, when given, is called from time to time from one goroutine. The context ends
// the run early. Errors that concern a study are a *StudyError. After an error the output is
// invalid.
func Run(ctx context.Context, dict *variant.Dict, studies []Study, opt Options, out Output, progress func(Progress)) (_ *Summary, err error) {
	if err := errors.Join(
		opt.Validate(),
		opt.CompleteAxes(len(studies)),
		validateStudies(studies, opt),
		opt.ValidateOverlaps(namesOf(studies)),
		opt.validateEstimate(studies),
		opt.ValidateXCoding(namesOf(studies)),
	); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	r := newRun(dictOrNew(dict), studies, opt)
	if studies, err = r.measure(ctx, studies, progress); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	if err := r.findAxes(ctx, studies, progress); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	if err := r.estimateOverlap(ctx, studies, progress); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	if opt.OutputGenomicControl {
		c := newCollector(r, Output{})
		if err := r.combine(ctx, studies, c, StageWeighing, progress); err != nil {
			return nil, fmt.Errorf("meta.Run: %w", err)
		}
		if r.lambda = c.lambda.Value(); r.lambda > 1 {
			r.scale = math.Sqrt(r.lambda)
		}
	}
	c := newCollector(r, out)
	if err := r.combine(ctx, studies, c, StageCombining, progress); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	if err := r.dict.Err(); err != nil {
		return nil, fmt.Errorf("meta.Run: %w", err)
	}
	return c.summarise(studies), nil
}

func namesOf(studies []Study) []string {
	names := make([]string, len(studies))
	for i := range studies {
		names[i] = studies[i].Name
	}
	return names
}

func newRun(dict *variant.Dict, studies []Study, opt Options) *run {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if opt.Genes == nil {
		opt.Genes, _ = gene.Inside(opt.Build)
	}
	r := &run{opt: opt, dict: dict, scale: 1, order: make([]int, len(studies)), signs: len(studies)}
	for i := range studies {
		r.order[i] = i
		r.total += studies[i].Rows
		if studies[i].Rows == 0 {
			r.total = math.MinInt64
		}
		r.leastN += studies[i].total() * opt.OutputNProportion
	}
	r.total = max(r.total, 0)
	slices.SortFunc(r.order, func(a, b int) int { return strings.Compare(studies[a].Name, studies[b].Name) })
	for _, left := range r.order {
		var least float64
		for i := range studies {
			if i != left {
				least += studies[i].total() * opt.OutputNProportion
			}
		}
		r.leastWithout = append(r.leastWithout, least)
	}
	r.related = correlations(slices.Sorted(slices.Values(namesOf(studies))), opt.Overlaps)
	for _, name := range Ancestries(studies) {
		r.parts = append(r.parts, r.ancestryRun(name, studies))
	}
	return r
}

// measure fills in the λ of the studies where genomic control needs one that is not known. It reads
// as many studies at once as there are workers.
func (r *run) measure(ctx context.Context, studies []Study, progress func(Progress)) ([]Study, error) {
	if !r.opt.GenomicControl {
		return studies, nil
	}
	studies = slices.Clone(studies)
	progress(Progress{Stage: StageMeasuring, Total: r.total})
	var reporting sync.Mutex
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(r.opt.Workers)
	for i := range studies {
		if s := &studies[i]; s.LambdaGC == 0 {
			group.Go(func() (err error) {
				s.LambdaGC, err = measureLambda(ctx, s, r.opt, &r.read)
				reporting.Lock()
				defer reporting.Unlock()
				progress(Progress{Stage: StageMeasuring, Done: r.read.Load(), Total: r.total})
				return err
			})
		}
	}
	return studies, group.Wait()
}

// combine reads all studies once and passes every outcome to the collector.
func (r *run) combine(ctx context.Context, studies []Study, c *collector, stage string, progress func(Progress)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k := len(studies)
	r.read.Store(0)
	// Each study has up to five blocks under way: two waiting, one being read,
	// one or two in view or in a batch.
	pool := &blockPool{rows: min(maxBlockRows, max(64, inFlight/(5*k)))}
	r.sources = make([]*source, k)
	var readers sync.WaitGroup
	for rank, listed := range r.order {
		s := newSource(&studies[listed], &r.opt)
		r.sources[rank] = s
		readers.Go(func() { s.run(ctx, pool, &r.read) })
	}
	work := make(chan *batch)
	queue := make(chan *batch, 2*r.opt.Workers)
	var workers sync.WaitGroup
	idle := &sync.Pool{New: func() any { return newOutcome(k, len(r.parts), r.opt.LeaveOneOut) }}
	for range r.opt.Workers {
		workers.Go(func() { r.work(ctx, work, pool, idle, c.distances != nil) })
	}
	var collecting sync.WaitGroup
	collecting.Go(func() {
		for b := range queue {
			o := <-b.done
			err := guard.Do(func() error {
				if o.err != nil {
					return o.err
				}
				progress(Progress{Stage: stage, Done: r.read.Load(), Total: r.total})
				return c.take(o)
			})
			if err != nil {
				cancel(err)
				continue
			}
			o.reset()
			idle.Put(o)
		}
	})
	err := guard.Do(func() error { return r.split(ctx, pool, work, queue) })
	if err != nil {
		cancel(err)
	}
	close(work)
	close(queue)
	workers.Wait()
	collecting.Wait()
	readers.Wait()
	if err == nil {
		err = context.Cause(ctx) // the collector failed on a last batch
	}
	if closeErr := c.close(err == nil); err == nil {
		err = closeErr
	}
	return err
}

// split hands batches to the workers, and in the same order to the collector.
func (r *run) split(ctx context.Context, pool *blockPool, work, queue chan<- *batch) error {
	s := newSplitter(r.sources, r.opt.Key.of(), pool)
	for {
		b, err := s.next(ctx)
		if err != nil || b == nil {
			return err
		}
		select {
		case queue <- b:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		// The workers never stop before work is closed, so this cannot hang,
		// and every batch that was queued is computed.
		work <- b
	}
}

// work computes batches until there are none left. Those that the context cuts
// short are passed on too: the run has failed then.
func (r *run) work(ctx context.Context, work <-chan *batch, pool *blockPool, idle *sync.Pool, survey bool) {
	c := r.combiner(survey)
	if r.opt.LeaveOneOut {
		c.without = newLeaveOneOut(r)
	}
	for _, part := range r.parts {
		c.parts = append(c.parts, part.combiner(false))
	}
	for b := range work {
		o := idle.Get().(*outcome)
		o.err = guard.Do(func() error {
			c.compute(ctx, b, o)
			for _, part := range b.parts {
				for _, g := range part {
					pool.release(g.block)
				}
			}
			return nil
		})
		b.done <- o
	}
}

// combiner returns a combiner for one worker.
func (r *run) combiner(survey bool) *combiner {
	k := len(r.order)
	return &combiner{
		opt:     &r.opt,
		key:     r.opt.Key.of(),
		order:   r.order,
		signs:   r.signs,
		related: r.related,
		places:  r.places,
		overlap: r.overlap,
		pairing: r.pairing,
		surveys: survey,
		scale:   r.scale,
		leastN:  r.leastN,
		matcher: matcher{opt: &r.opt, dict: r.dict, index: map[[2]variant.Allele]int{}},
		cursors: make([]cursor, k),
		keys:    make([]uint64, k),
	}
}
