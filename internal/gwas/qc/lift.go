package qc

import (
	"errors"
	"io"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"

	"github.com/klauspost/compress/gzip"
)

// Lift holds how the rows of a file are lifted to the assembly of the options, before anything else
// is done with them.
type Lift struct {
	Way *liftover.Way // from the assembly of the file to that of the options
	// Sequence is the sequence of the assembly in the options, nil without one: insertions and
	// deletions are left-aligned by it.
	Sequence *liftover.Reference
	// Done, if set, receives the account once all rows are lifted, nil when there are no positions
	// to lift. An error ends the run.
	Done func(*LiftFacts) error
}

// LiftFacts are the account of a lifted file, and the chain file that lifted it.
type LiftFacts struct {
	liftover.Summary
	Chain liftover.Source `json:"chain"`
}

// leftColumns are those of a row in the list of what was not lifted.
const leftColumns = ssf.RSID | ssf.N | ssf.Info

// lifting lifts the rows of the study while they are read, and lists those that were not lifted.
type lifting struct {
	rows   *liftover.Rows
	table  *liftover.LeftTable
	packed *gzip.Writer
	file   io.WriteCloser
	err    error // of excludedWriter
}

// lift puts the lifting between the reader and what follows, if there is one.
func (r *run) lift(rows sumstats.RowReader, names func() sumstats.MitochondrialNames) (sumstats.RowReader, error) {
	if r.in.Lift == nil {
		return rows, nil
	}
	lifted, err := liftover.NewRows(rows, r.in.Lift.Way, r.dict, liftover.RowOptions{Sequence: r.in.Lift.Sequence, Names: names})
	if err != nil {
		return nil, err
	}
	file, err := r.out.Create(FileUnmapped)
	if err != nil {
		return nil, err
	}
	packed := gzip.NewWriter(file)
	l := &lifting{rows: lifted, file: file, packed: packed, table: liftover.NewLeftTable(packed, r.dict, leftColumns|ssf.Scale(r.scale))}
	lifted.Left = func(row *sumstats.Row, why liftover.Reason) {
		l.table.Add(row, why)
		e := exclusion{row: *row, reason: sumstats.Reason(why), field: sumstats.FieldPosition, value: math.NaN()}
		if err := r.excluded.one(&e); err != nil && l.err == nil {
			l.err = err
		}
	}
	r.lifting = l
	return lifted, nil
}

// close ends the list of what was left.
func (l *lifting) close() error {
	if l == nil {
		return nil
	}
	return errors.Join(l.err, l.table.Flush(), l.packed.Close(), l.file.Close())
}

// lifted reports the account of the lifting, if there was one.
func (r *run) lifted() error {
	if r.unlifted != nil && r.unlifted.Done != nil {
		return r.unlifted.Done(nil)
	}
	if r.lifting == nil {
		return nil
	}
	r.liftFacts = &LiftFacts{Summary: r.lifting.rows.Summary(), Chain: r.in.Lift.Way.Source}
	if r.in.Lift.Done == nil {
		return nil
	}
	return r.in.Lift.Done(r.liftFacts)
}

// declared returns the declared assembly of the file.
func (in *Input) declared(opt *Options) genome.Build {
	if in.Lift != nil {
		return in.Lift.Way.From
	}
	return opt.Build
}
