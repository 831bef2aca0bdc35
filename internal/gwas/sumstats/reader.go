package sumstats

import (
	"io"
	"runtime"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
)

// ReadOptions control how a file is read. Mapping is required; the rest has defaults.
type ReadOptions struct {
	Name    string  // for messages
	Mapping Mapping // which column holds which field; required
	Build   genome.Build
	// PLINKCodes: chromosome 25 is the pseudo-autosomal part of X and 26 is MT.
	PLINKCodes bool
	Dict       *variant.Dict // shared by rows that are to be compared; nil makes a new one

	// Totals of the study, used for rows that do not state them.
	N, NCases, NControls float64

	// ByRSID reads rows that are placed by rs identifier: chromosome and position
	// are not needed, an rs identifier is.
	ByRSID bool
	Reading
	// KeepSymbolic keeps alleles I and D, for a caller that can resolve them.
	KeepSymbolic bool
	// KeepGaps keeps the allele - for the same.
	KeepGaps bool
	// ZAsEffect uses Z as the effect, with standard error 1, where the file has neither an effect
	// nor the columns to derive one.
	ZAsEffect bool
	RowRules
	Conventions

	// Excluded receives each row that is left out, in file order, from within ReadRows.
	Excluded func(Excluded)
	// Genotyping receives the genotyping values of the kept rows, which no Row carries: for each
	// mapped one of FieldCallRate and FieldHWE a value for each row, NaN where it is missing, in
	// file order, from within ReadRows.
	Genotyping func(Field, []float64)

	// Confirm judges rows and lines from all over the file once it has been read to its end.
	// ReadRows returns its error in place of io.EOF.
	Confirm func(Sample) error

	Workers int // parsing goroutines; 0 is one per processor
	Limits  textfile.Limits
}

// Reader reads the rows of one file in file order; only rows of a chromosome
// written as 25 may come later, see chromosome25. Text is inflated by one
// goroutine, cut into chunks of whole lines and parsed by several; nothing is
// allocated per row. It is not safe for concurrent use.
type Reader struct {
	plan    *plan
	order   chan *job // chunks in file order
	work    chan *job
	free    chan *job
	stop    chan struct{}
	group   sync.WaitGroup
	once    sync.Once
	current *job
	taken   int
	total   tally
	source  *textfile.File
	coded25 chromosome25
	sampled sampler // for Confirm
	err     error
}

// job is a chunk of whole lines on its way through a worker.
type job struct {
	textfile.Chunk
	rows []Row
	left []Excluded
	// sampled are lines for Confirm; they point into the text of the chunk.
	sampled []Line
	called  [len(callFields)][]float64 // for Genotyping
	tally   tally
	parsed  chan struct{}
}

// Open looks at the beginning of r, checks the mapping against its header and
// starts reading. Errors about the file or the mapping are *FileError. The caller
// closes the Reader, and closes r after that.
func Open(r io.Reader, opt ReadOptions) (*Reader, error) {
	if opt.Dict == nil {
		opt.Dict = variant.NewDict()
	}
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	c, err := textfile.Open(r, opt.Limits)
	if err != nil {
		return nil, err
	}
	head, err := c.ReadHead()
	if err != nil {
		return nil, err
	}
	l, err := DetectLayout(head, head.Complete, opt.Limits, opt.Mapping.names)
	if err != nil {
		if head.Cause != nil {
			return nil, head.Cause
		}
		return nil, err
	}
	p, err := newPlan(l, opt)
	if err != nil {
		return nil, err
	}
	reader := &Reader{plan: p, source: c, stop: make(chan struct{})}
	reader.start(c.Body(head, l.Layout))
	return reader, nil
}

func (r *Reader) start(body *textfile.Chunker) {
	workers := r.plan.opt.Workers
	inFlight := 2*workers + 1
	r.order = make(chan *job, inFlight)
	r.work = make(chan *job, inFlight)
	r.free = make(chan *job, inFlight)
	for range inFlight {
		r.free <- &job{parsed: make(chan struct{}, 1)}
	}
	r.group.Go(func() { r.produce(body) })
	for range workers {
		r.group.Go(r.parseJobs)
	}
}

// produce cuts the text into chunks and hands them out in order.
func (r *Reader) produce(body *textfile.Chunker) {
	defer close(r.work)
	defer close(r.order)
	for more := true; more; {
		var j *job
		select {
		case j = <-r.free:
		case <-r.stop:
			return
		}
		err := guard.Do(func() error {
			more = body.Next(&j.Chunk)
			return nil
		})
		if err != nil {
			j.Chunk, more = textfile.Chunk{Err: err}, false
		}
		select {
		case r.order <- j:
		case <-r.stop:
			return
		}
		r.work <- j
	}
}

func (r *Reader) parseJobs() {
	p := &rowParser{plan: r.plan}
	for j := range r.work {
		err := guard.Do(func() error {
			p.parseChunk(j)
			return nil
		})
		if err != nil {
			j.rows, j.left, j.Err = j.rows[:0], j.left[:0], err
		}
		j.parsed <- struct{}{}
	}
}

// ReadRows fills dst with the next rows that are kept. It returns io.EOF after
// the last one, and an error of the file behind the rows before it.
func (r *Reader) ReadRows(dst []Row) (int, error) {
	n := 0
	for n < len(dst) {
		if r.current == nil {
			switch {
			case r.err == nil:
				r.advance()
			case len(r.coded25.waiting) > 0:
				r.current, r.taken = &job{rows: r.coded25.release(&r.total)}, 0
			default:
				return n, r.err
			}
			continue
		}
		m := copy(dst[n:], r.current.rows[r.taken:])
		n += m
		if r.taken += m; r.taken == len(r.current.rows) {
			r.release()
		}
	}
	return n, nil
}

// advance waits for the next chunk in file order.
func (r *Reader) advance() {
	j, ok := <-r.order
	if !ok {
		r.err = r.confirmed()
		return
	}
	<-j.parsed
	if err := r.plan.dict.Err(); err != nil {
		r.err = &textfile.FileError{
			Code:   textfile.CodeTooLarge,
			Line:   int64(j.Line),
			What:   "The alleles of more than 31 bases take more than 512 MiB together.",
			Remedy: "Leave out structural variants, write them as <INS> and <DEL>, or send one file per chromosome.",
			Err:    err,
		}
		return
	}
	if line := j.tally.reordered; line != 0 {
		r.err = textfile.Misplaced(int64(line))
		return
	}
	r.total.add(&j.tally)
	if r.plan.opt.Excluded != nil {
		for _, e := range j.left {
			r.plan.opt.Excluded(e)
		}
	}
	j.tell(r.plan.opt.Genotyping)
	if r.plan.opt.Confirm != nil {
		r.sampled.add(j)
	}
	r.coded25.settle(j, &r.total)
	r.current, r.taken = j, 0
	if len(j.rows) == 0 {
		r.release()
	}
}

// confirmed ends the file: io.EOF, or the error of Confirm.
func (r *Reader) confirmed() error {
	if r.plan.opt.Confirm != nil {
		if err := r.plan.opt.Confirm(r.sampled.whole()); err != nil {
			return err
		}
	}
	return io.EOF
}

// release releases a finished chunk.
func (r *Reader) release() {
	j := r.current
	r.current = nil
	if j.Err != nil {
		r.err = j.Err
	}
	select {
	case r.free <- j:
	default: // rows that waited came in a separate job
	}
}

// Close stops the goroutines and waits for them; a Read of the source that is
// under way is waited for.
func (r *Reader) Close() error {
	r.once.Do(func() {
		close(r.stop)
		r.group.Wait()
	})
	return nil
}

// Account returns the account of the rows so far; of all rows after io.EOF.
func (r *Reader) Account() Account {
	a := r.total.account(r.plan)
	a.Bytes = r.source.Unpacked()
	return a
}

// Scale returns the scale of the effects of the rows as delivered.
func (r *Reader) Scale() EffectScale { return r.plan.deliveredScale() }

// Header returns the names of the columns as written in the file.
func (r *Reader) Header() []string { return r.plan.header }

// Dict holds the text of the long alleles of the rows.
func (r *Reader) Dict() *variant.Dict { return r.plan.dict }
