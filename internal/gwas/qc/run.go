package qc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/gwas/normalise"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
)

// Input is the file to check.
type Input struct {
	Name string
	// Open starts reading from the beginning. It is called twice: to recognise
	// the file from its first part, and to read all of it.
	Open  func() (io.ReadCloser, error)
	Size  int64  // bytes as stored, 0 when unknown; for progress
	Panel *Panel // nil: the steps that need one report that
	// NoPanel explains why there is no panel, as far as the caller knows.
	NoPanel NoPanel
	Lift    *Lift // nil: the file is on the assembly of the options
	// Numbers places a file without positions, on the assembly of the options; nil: the
	// panel does. It must not be closed before Run returns.
	Numbers *Numbers
	// PlacedBy are the ways to place a file without positions, as parts of a sentence.
	PlacedBy []string
	// Sequence is the reference sequence of the assembly of the file, by which alleles
	// written - are read; nil: only a panel can.
	Sequence normalise.Sequence
	// Scores are LD scores of the people of the study; nil: nothing is compared with them.
	Scores *Scores
}

// NoPanel explains why a run has no reference panel, and what can be done about it. Both are parts
// of a sentence; "" is unknown.
type NoPanel struct{ Why, Remedy string }

// Run checks one file: it reads and sorts the study and the panel, walks both together, writes
// clean and excluded rows, and reports. progress may be nil; it is called from one goroutine at a
// time. After an error the files of out are incomplete and must not be used. A *textfile.FileError,
// *PanelError or *SettingError is worded for the uploader.
func Run(ctx context.Context, in Input, opt Options, out Output, progress func(Progress)) (*Report, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	r, err := newRun(in, opt, out, progress)
	if err != nil {
		return nil, fmt.Errorf("qc.Run(%s): %w", in.Name, err)
	}
	defer r.close()
	report, err := r.run(ctx)
	if err != nil {
		return nil, fmt.Errorf("qc.Run(%s): %w", in.Name, err)
	}
	return report, nil
}

// run is the state of one Run.
type run struct {
	in       Input
	opt      Options
	out      Output
	progress *progressMeter
	dict     *variant.Dict

	inspection  *recognise.Inspection
	mapping     sumstats.Mapping
	decision    *recognise.Decision
	unconfirmed []string // columns that are not used because their meaning is open
	byRSID      bool
	scale       sumstats.EffectScale // of the rows as they are read

	study, panel *rowsort.Sorter // open sorters, closed by close
	tally        *tally
	account      sumstats.Account
	file         FileFacts
	panelCounts  *panelCounts // nil when the panel could not be read
	panelFit     *PanelFit    // nil without panel
	excluded     *excludedWriter
	lifting      *lifting   // nil when nothing is lifted
	liftFacts    *LiftFacts // the same, once all rows are
	unlifted     *Lift      // what would have lifted rows with positions
	placed       *Placed    // nil when the file has positions, or the panel has them
}

func newRun(in Input, opt Options, out Output, progress func(Progress)) (*run, error) {
	r := &run{in: in, opt: opt, out: out, dict: variant.NewDict(), progress: &progressMeter{report: progress}}
	inspection, err := inspect(in)
	if err != nil {
		return nil, err
	}
	r.inspection = inspection
	if err := inspection.Damaged(); err != nil {
		return nil, err
	}
	// The declared build is compared by a separate step, so that a report explains what to do.
	d := inspection.Decide(recognise.Answers{Map: opt.Mapping, Whole: opt.MappingConfirmed, Conventions: opt.Conventions,
		Totals: sumstats.Totals{N: opt.N, NCases: opt.Cases, NControls: opt.Controls}})
	if err := d.Refusal(inspection); err != nil {
		return nil, err
	}
	inspection.Build, inspection.Scale = d.Build, d.Scale
	r.decision = d
	if opt.Adjustment == AdjustLDSC && in.Scores == nil {
		return nil, &SettingError{"adjustment", "the LDSC intercept needs LD scores, and none are installed for these people: choose none or lambda"}
	}
	r.mapping, r.byRSID = d.Mapping, d.Use.ByRSID
	for _, q := range d.Aside {
		r.unconfirmed = append(r.unconfirmed, q.Name())
	}
	if err := r.choosePlacing(); err != nil {
		return nil, err
	}
	if t, ok := inspection.Totals.Stated(); ok && opt.Cases == 0 && opt.Controls == 0 {
		r.opt.Cases, r.opt.Controls = t.NCases, t.NControls
	}
	r.opt.Conventions = inspection.Settle(r.opt.Conventions, sumstats.Totals{N: r.opt.N, NCases: r.opt.Cases, NControls: r.opt.Controls})
	r.infoThreshold()
	return r, nil
}

// choosePlacing decides how the rows of a file without positions are placed: by the table of rs
// numbers, else by the panel.
func (r *run) choosePlacing() error {
	if !r.byRSID {
		r.in.Numbers = nil
		return nil
	}
	r.unlifted, r.in.Lift = r.in.Lift, nil // without positions there is nothing to lift
	switch numbers := r.in.Numbers; {
	case numbers != nil && numbers.Table.Build != r.opt.Build:
		return &SettingError{
			"table of rs numbers",
			fmt.Sprintf("%s is on %s, and the rows are to be placed on %s", numbers.Name, numbers.Table.Build.Label(), r.opt.Build.Label()),
		}
	case numbers != nil:
		r.byRSID = false // from the reader on they have positions
	case r.in.Panel == nil:
		return &textfile.FileError{Code: sumstats.CodeMapping, What: sumstats.OnlyRSIDWhat, Remedy: sumstats.OnlyRSIDRemedy(r.in.PlacedBy...)}
	}
	return nil
}

func inspect(in Input) (*recognise.Inspection, error) {
	file, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return recognise.Inspect(recognise.Source{Name: in.Name, Reader: file}, recognise.InspectOptions{})
}

func (r *run) close() {
	r.closeSorters()
	if r.excluded != nil {
		_ = r.excluded.close() // a no-op after success; after an error that error is more useful
	}
}

func (r *run) closeSorters() {
	for _, s := range []*rowsort.Sorter{r.study, r.panel} {
		if s != nil {
			_ = s.Close() // temporary files only
		}
	}
	r.study, r.panel = nil, nil
}

func (r *run) run(ctx context.Context) (*Report, error) {
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	if err := r.lifted(); err != nil {
		return nil, err
	}
	if err := r.fit(); err != nil {
		return nil, err
	}
	r.excluded.cols = r.columns()
	if r.byRSID {
		if err := r.placeRows(ctx); err != nil {
			return nil, err
		}
	}
	f, err := r.check(ctx)
	if err = errors.Join(err, r.dict.Err()); err != nil {
		return nil, err
	}
	return r.finish(ctx, f)
}

func (r *run) sortOptions(ctx context.Context, by rowsort.Key) rowsort.Options {
	return rowsort.Options{Context: ctx, By: by, Dict: r.dict, MemoryBytes: r.opt.MemoryBytes,
		TempDir: r.opt.TempDir, Workers: r.opt.Workers}
}

// read takes in study and panel at the same time.
func (r *run) read(ctx context.Context) error {
	key := rowsort.ByPosition
	if r.byRSID {
		key = rowsort.ByRSID
	}
	r.progress.begin(StageReading, r.readTotal())
	var err error
	if r.excluded, err = newExcludedWriter(r.out, r.dict, r.opt.Sentence); err != nil {
		return err
	}
	group, ctx := guard.WithContext(ctx)
	group.Go(func() error { return r.readStudy(ctx, key) })
	if r.in.Panel != nil {
		group.Go(func() error {
			if err := r.readPanel(ctx, key); err != nil {
				return r.setAside(err)
			}
			return nil
		})
	}
	return group.Wait()
}

func (r *run) readTotal() int64 {
	total := r.in.Size
	if r.in.Panel != nil && total > 0 && r.in.Panel.Size > 0 {
		total += r.in.Panel.Size
	} else if r.in.Panel != nil {
		total = 0
	}
	return total
}

func (r *run) readStudy(ctx context.Context, key rowsort.Key) error {
	file, err := r.in.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	stored := &storedReader{r: file, sum: sum, read: r.progress.advance}
	r.tally = newTally(&r.opt, r.in.Panel != nil)
	reader, err := sumstats.Open(stored, r.readOptions())
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	r.scale = reader.Scale()
	if r.tally.src, err = r.lift(r.bySequence(reader), reader.MitochondrialNames); err != nil {
		return err
	}
	if r.in.Numbers != nil {
		placing, err := r.placeByTable(ctx, reader)
		if err != nil {
			return err
		}
		defer func() { _ = placing.Close() }() // temporary files only
		r.tally.src = placing
	}
	// The sort must outlive the context of the group that reads.
	r.study, err = sortRows(ctx, r.tally, r.sortOptions(context.WithoutCancel(ctx), key))
	if err = errors.Join(err, r.lifting.close()); err != nil {
		return err
	}
	if placing, is := r.tally.src.(*PlaceReader); is {
		counts := placing.Counts()
		r.placed = &counts
	}
	r.account = reader.Account()
	if _, err := io.Copy(io.Discard, stored); err != nil {
		return err
	}
	r.file = FileFacts{Name: r.in.Name, SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: stored.n, Text: r.account.Bytes}
	return nil
}

// sortRows drains src into a sorter.
func sortRows(ctx context.Context, src sumstats.RowReader, opt rowsort.Options) (*rowsort.Sorter, error) {
	s := rowsort.New(opt)
	rows := make([]sumstats.Row, batchRows)
	for {
		n, err := src.ReadRows(rows)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if addErr := s.Add(rows[:n]); addErr != nil {
			return nil, errors.Join(addErr, s.Close())
		}
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
}

func (r *run) readOptions() sumstats.ReadOptions {
	return r.decision.ReadOptions(sumstats.ReadOptions{
		Name: r.in.Name, PLINKCodes: recognise.PLINKCodes(r.inspection.Format), Mapping: r.mapping, Build: r.in.declared(&r.opt), Dict: r.dict,
		N: r.opt.N, NCases: r.opt.Cases, NControls: r.opt.Controls, ByRSID: r.byRSID || r.in.Numbers != nil, Workers: r.opt.Workers,
		Conventions: r.opt.Conventions, KeepSymbolic: true, KeepGaps: true, Excluded: r.excluded.read,
		Genotyping: r.tally.calls.add,
	})
}

func (r *run) readPanel(ctx context.Context, key rowsort.Key) error {
	var err error
	opt := r.sortOptions(context.WithoutCancel(ctx), key)
	r.panel, r.panelCounts, err = sortPanel(ctx, r.in.Panel, opt, r.dict, r.progress.advance)
	return err
}
