package qc

import (
	"context"
	"errors"
	"io"
	"math"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// PanelContent describes a panel that was read to its end, without a study.
type PanelContent struct {
	Rows          int64 // variants
	WithFrequency int64
	Column        string // that holds the frequencies
	// Build is the assembly of the positions, unknown when they do not determine one, and Evidence
	// the sentence about it.
	Build    genome.Build
	Evidence string
	// PastEnd counts variants behind the end of their chromosome, by assembly.
	PastEnd map[genome.Build]int64

	tally *recognise.BuildTally
}

// Contradicts reports whether the rs numbers are on another assembly than b.
func (f *PanelContent) Contradicts(b genome.Build) bool { return f.tally.Contradicts(b) }

// ReadPanel reads a panel to its end. Faults of the panel are a *PanelError.
func ReadPanel(ctx context.Context, p *Panel) (*PanelContent, error) {
	tally, err := recognise.NewBuildTally()
	if err != nil {
		return nil, err
	}
	facts := &PanelContent{PastEnd: map[genome.Build]int64{}, tally: tally}
	file, err := p.Open()
	if err != nil {
		return nil, &PanelError{Panel: p.Name, Why: "it cannot be opened.", Err: err}
	}
	defer func() { _ = file.Close() }()
	dict := variant.NewDict()
	if at, ok := file.(io.ReaderAt); ok && isColumnar(at) {
		err = facts.readColumnar(ctx, at, file, dict)
	} else {
		err = facts.readText(ctx, p, file, dict)
	}
	if err != nil {
		return nil, p.wrap(err)
	}
	facts.Build, facts.Evidence = tally.Conclude()
	return facts, nil
}

func (f *PanelContent) readText(ctx context.Context, p *Panel, file io.Reader, d *variant.Dict) error {
	parser, body, err := openPanel(p, file, d)
	if err != nil {
		return err
	}
	f.Column = parser.counts.column
	for more, chunk := true, new(textfile.Chunk); more; {
		more = body.Next(chunk)
		parser.rows = parser.rows[:0]
		chunk.EachLine(parser.line)
		f.see(parser.rows)
		if err := errors.Join(chunk.Err, d.Err(), context.Cause(ctx)); err != nil {
			return err
		}
	}
	return nil
}

func (f *PanelContent) readColumnar(ctx context.Context, at io.ReaderAt, file io.Reader, d *variant.Dict) error {
	size, err := io.Copy(io.Discard, file)
	if err != nil {
		return err
	}
	rows, err := columnar.Open(at, size, d)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	f.Column = string(sumstats.FieldEAF)
	buf := make([]sumstats.Row, batchRows)
	for {
		n, err := rows.ReadRows(buf)
		f.see(buf[:n])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err := errors.Join(err, context.Cause(ctx)); err != nil {
			return err
		}
	}
}

func (f *PanelContent) see(rows []sumstats.Row) {
	f.Rows += int64(len(rows))
	for i := range rows {
		r := &rows[i]
		if !math.IsNaN(r.EAF) {
			f.WithFrequency++
		}
		f.tally.See(r)
		if r.Chromosome == genome.MT {
			continue
		}
		for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38} {
			if r.Position > r.Chromosome.Length(b) {
				f.PastEnd[b]++
			}
		}
	}
}
