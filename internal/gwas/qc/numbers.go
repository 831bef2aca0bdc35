package qc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/rstable"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/phrase"
)

// Numbers is a table of rs numbers that places the rows of a file without positions.
type Numbers struct {
	Name   string
	SHA256 string // of the file as it was installed; "" when not known
	Table  *rstable.Table
	// Close, if set, releases the table.
	Close func() error
}

// Placed counts the outcomes of placing the rows of a file by a table of rs numbers.
type Placed struct {
	Table    string       `json:"table"`
	SHA256   string       `json:"sha256,omitempty"`
	Build    genome.Build `json:"genome_build"` // of the positions
	RowsIn   int64        `json:"rows_in"`
	RowsOut  int64        `json:"rows_out"`
	Replaced int64        `json:"replaced"` // of RowsOut, those placed by the number that replaced theirs
	// The rows left out, by reason.
	NotInTable     int64 `json:"not_in_table"`
	SeveralPlaces  int64 `json:"several_places"`
	AllelesDiffer  int64 `json:"alleles_differ"`
	IndelAmbiguous int64 `json:"indel_ambiguous"`
	WithoutLetters int64 `json:"indel_without_sequence"`
}

// Reasons returns the number of rows that were left out, by reason.
func (p *Placed) Reasons() (out []sumstats.ReasonCount) {
	for _, reason := range []sumstats.Reason{ReasonNoNumber, ReasonSeveralPlaces, ReasonOtherAlleles, ReasonSeveralIndels, ReasonSymbolicIndel} {
		if n := *p.count(reason); n > 0 {
			out = append(out, sumstats.ReasonCount{Reason: reason, N: n, Sentence: placeSentence(reason)})
		}
	}
	return out
}

func (p *Placed) count(reason sumstats.Reason) *int64 {
	switch reason {
	case ReasonNoNumber:
		return &p.NotInTable
	case ReasonSeveralPlaces:
		return &p.SeveralPlaces
	case ReasonOtherAlleles:
		return &p.AllelesDiffer
	case ReasonSeveralIndels:
		return &p.IndelAmbiguous
	}
	return &p.WithoutLetters
}

// Sentence reports where the positions come from, and what happened to the rows.
func (p *Placed) Sentence() string {
	text := fmt.Sprintf("The file has no positions; those of the table of rs numbers %s, on %s, are used. %s of %s placed",
		p.Table, p.Build.Label(), phrase.Thousands(p.RowsOut), phrase.Counted(p.RowsIn, "row was", "rows were"))
	if p.Replaced > 0 {
		text += fmt.Sprintf(", %s by the number that replaced theirs", phrase.Thousands(p.Replaced))
	}
	return text + "."
}

// PlaceReader passes on rows with the positions that a table has for their rs numbers, in no order.
// Rows that cannot be placed are left out. Those of replaced numbers come last, with the number in
// use.
type PlaceReader struct {
	ctx    context.Context
	table  *Numbers
	dict   *variant.Dict
	letter bool // rows whose alleles stay symbols are left out
	left   func(*sumstats.Row, sumstats.Reason) error

	rows   sumstats.RowReader // in the order of rs numbers
	sorted []*rowsort.Sorter
	again  *rowsort.Sorter // rows of replaced numbers; nil in their own turn
	walk   *rstable.Walk
	entry  rstable.Entry
	sites  places
	known  placeState
	counts Placed
}

// placeState is the state of a number in a table.
type placeState uint8

const (
	numberUnknown placeState = iota
	numberReplaced
	numberSeveral // places
	numberBare    // a place, and no alleles
	numberKnown
)

// PlaceOptions control how rows are placed.
type PlaceOptions struct {
	Sort rowsort.Options // for the rows in the order of their numbers
	Dict *variant.Dict   // of the rows
	// Letters leaves out rows whose alleles are still symbols when they are placed.
	Letters bool
	// Left, unless nil, receives each row that is left out, and the reason.
	Left func(*sumstats.Row, sumstats.Reason) error
}

// NewPlaceReader reads all rows and sorts them by rs number. Close it.
func NewPlaceReader(ctx context.Context, rows sumstats.RowReader, table *Numbers, opt PlaceOptions) (*PlaceReader, error) {
	opt.Sort.By = rowsort.ByRSID
	sorter, err := sortRows(ctx, rows, opt.Sort)
	if err != nil {
		return nil, err
	}
	p := &PlaceReader{ctx: ctx, table: table, dict: opt.Dict, letter: opt.Letters, left: opt.Left, again: rowsort.New(opt.Sort),
		counts: Placed{Table: table.Name, SHA256: table.SHA256, Build: table.Table.Build}}
	p.sorted = []*rowsort.Sorter{sorter, p.again}
	if p.left == nil {
		p.left = func(*sumstats.Row, sumstats.Reason) error { return nil }
	}
	if err := p.begin(sorter); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// begin starts a walk of the table alongside sorted rows.
func (p *PlaceReader) begin(sorter *rowsort.Sorter) (err error) {
	p.rows, err = sorter.Reader()
	p.walk, p.sites.rsid = p.table.Table.Walk(), 0
	p.known = numberUnknown
	return err
}

// Close releases the resources of sorting.
func (p *PlaceReader) Close() (err error) {
	for _, s := range p.sorted {
		err = errors.Join(err, s.Close())
	}
	return err
}

// Counts returns the counts of the rows read so far.
func (p *PlaceReader) Counts() Placed { return p.counts }

// ReadRows implements sumstats.RowReader.
func (p *PlaceReader) ReadRows(dst []sumstats.Row) (int, error) {
	for {
		if p.ctx.Err() != nil {
			return 0, context.Cause(p.ctx)
		}
		n, err := p.rows.ReadRows(dst)
		kept := 0
		for i := range dst[:n] {
			keep, placeErr := p.place(&dst[i])
			if placeErr != nil {
				return kept, placeErr
			}
			if keep {
				dst[kept] = dst[i]
				kept++
			}
		}
		if errors.Is(err, io.EOF) && p.again != nil {
			last := p.again
			p.again = nil
			err = p.begin(last)
		}
		if kept > 0 || err != nil || len(dst) == 0 {
			return kept, err
		}
	}
}

// place reports whether a row has a place now.
func (p *PlaceReader) place(r *sumstats.Row) (bool, error) {
	if p.again != nil {
		p.counts.RowsIn++
	}
	if r.RSID != p.sites.rsid {
		if err := p.look(r.RSID); err != nil {
			return false, err
		}
	}
	reason := sumstats.Reason("")
	switch p.known {
	case numberUnknown:
		reason = ReasonNoNumber
	case numberReplaced:
		r.RSID = p.entry.Current
		return false, p.again.Add([]sumstats.Row{*r})
	case numberSeveral:
		reason = ReasonSeveralPlaces
	case numberBare:
		r.Chromosome, r.Position = p.sites.rows[0].Chromosome, p.sites.rows[0].Position
	case numberKnown:
		reason = p.sites.spelled(r, p.dict)
	}
	if reason == "" && p.letter && symbolic(r.EA, r.OA) {
		reason = ReasonSymbolicIndel
	}
	if reason != "" {
		*p.counts.count(reason)++
		return false, p.left(r, reason)
	}
	p.counts.RowsOut++
	if p.again == nil {
		p.counts.Replaced++
	}
	return true, nil
}

// look takes what the table knows of a number.
func (p *PlaceReader) look(number uint64) (err error) {
	p.sites.rsid = number
	if number > rstable.MaxNumber {
		p.known = numberUnknown
		return nil
	}
	if p.entry, err = p.walk.At(number); err != nil {
		return fmt.Errorf("table of rs numbers %s: %w", p.table.Name, err)
	}
	switch e := &p.entry; {
	case e.Replaced && e.Current == 0:
		p.known = numberSeveral
	case e.Replaced && p.again != nil:
		p.known = numberReplaced
	case len(e.Places) == 0:
		p.known = numberUnknown
	default:
		p.known = p.sites.take(e.Places, p.dict)
	}
	return nil
}

// take makes sites of the places of a number.
func (p *places) take(found []rstable.Place, d *variant.Dict) placeState {
	p.reset()
	p.rows = p.rows[:0]
	for i := range found {
		at := &found[i]
		if at.Chromosome != found[0].Chromosome || at.Position != found[0].Position {
			return numberSeveral
		}
		ref, ok := d.Parse(at.Ref)
		if !ok {
			p.rows = append(p.rows[:0], sumstats.Row{Chromosome: at.Chromosome, Position: at.Position})
			return numberBare
		}
		eachAlternative(at.Alts, func(text []byte) {
			if alt, ok := d.Parse(text); ok && alt != ref {
				row := panelRow(d, at.Chromosome, at.Position, ref, alt, math.NaN(), p.rsid, 0)
				p.all = append(p.all, site{ref: row.OA, alt: row.EA, af: math.NaN(), rsid: uint64(len(p.rows))})
				p.rows = append(p.rows, row)
			}
		})
	}
	p.build()
	return numberKnown
}

// spelled sets the place of a row to that of the one variant that it may be, and writes its letters
// where the row has symbols.
func (p *places) spelled(r *sumstats.Row, d *variant.Dict) sumstats.Reason {
	at, ea, oa, found := p.agreeing(r, d)
	switch {
	case found == 0:
		return ReasonOtherAlleles
	case found > 1:
		return ReasonSeveralIndels
	}
	r.Chromosome, r.Position, r.EA, r.OA = at.Chromosome, at.Position, ea, oa
	return ""
}

func eachAlternative(alts []byte, fn func([]byte)) {
	for from := 0; from < len(alts); {
		to := from
		for to < len(alts) && alts[to] != ',' {
			to++
		}
		fn(alts[from:to])
		from = to + 1
	}
}

// placeByTable puts the placing between the reader and what follows.
func (r *run) placeByTable(ctx context.Context, rows sumstats.RowReader) (*PlaceReader, error) {
	return NewPlaceReader(ctx, rows, r.in.Numbers, PlaceOptions{
		Sort: r.sortOptions(context.WithoutCancel(ctx), rowsort.ByRSID), Dict: r.dict,
		Left: func(row *sumstats.Row, why sumstats.Reason) error {
			return r.excluded.one(&exclusion{*row, why, sumstats.FieldRSID, math.NaN()})
		},
	})
}
