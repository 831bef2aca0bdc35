package qc

import (
	"context"
	"errors"
	"math"

	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/guard"
)

// placeRows replaces both sorters, which are in the order of rs numbers, by
// ones in genome order.
func (r *run) placeRows(ctx context.Context) error {
	if r.panelCounts.withRSID == 0 {
		return &PanelError{
			Panel: r.in.Panel.Name,
			Why:   "it has no rs numbers, and the study has nothing else to be placed by. Choose another panel, or map chromosome and position.",
		}
	}
	r.progress.begin(StagePlacing, r.tally.rows)
	study, err := r.study.Reader()
	if err != nil {
		return err
	}
	panel, err := r.panel.Reader()
	if err != nil {
		return err
	}
	placed := rowsort.New(r.sortOptions(ctx, rowsort.ByPosition))
	err = place(ctx, newCursor(study), newCursor(panel), r.dict, func(row *sumstats.Row, why sumstats.Reason) error {
		r.progress.advance(1)
		if why != "" {
			return r.excluded.one(&exclusion{*row, why, sumstats.FieldRSID, math.NaN()})
		}
		r.tally.move(row)
		return placed.Add([]sumstats.Row{*row})
	})
	r.closeSorters()
	r.study = placed
	if err != nil {
		return err
	}
	return r.readPanel(ctx, rowsort.ByPosition)
}

// check walks study and panel and writes the rows.
func (r *run) check(ctx context.Context) (*findings, error) {
	study, err := r.study.Reader()
	if err != nil {
		return nil, err
	}
	var panel *cursor
	if r.panel != nil {
		rows, err := r.panel.Reader()
		if err != nil {
			return nil, err
		}
		panel = newCursor(rows)
	}
	r.progress.begin(StageChecking, r.tally.rows)
	f := r.newFindings()
	clean, err := newCleanWriter(r.out, r.columns(), r.dict, r.opt.Workers)
	if err != nil {
		return nil, err
	}
	twin, err := newColumnarWriter(r.out, r.dict, r.scale, r.opt.Workers)
	if err != nil {
		return nil, errors.Join(err, clean.close(nil))
	}
	places, err := newPlacedWriter(r.out, r.dict, r.opt.Sentence)
	if err != nil {
		return nil, errors.Join(err, clean.close(nil), twin.close())
	}
	numbers := rsindex.NewWriter(r.opt.TempDir)
	defer func() { _ = numbers.Close() }() // it has been read by then
	err = r.walk(ctx, newCursor(study), panel, f, clean, twin, places, numbers)
	err = errors.Join(err, twin.close(), r.excluded.close())
	if err != nil {
		return nil, errors.Join(err, clean.close(nil), places.close(nil))
	}
	return f, r.conclude(ctx, f, clean, places, numbers)
}

// conclude ends the files of the walk while its scores are fitted: neither needs the other.
func (r *run) conclude(ctx context.Context, f *findings, clean *cleanWriter, places *placedWriter, numbers *rsindex.Writer) error {
	f.scored.settle()
	group, _ := guard.WithContext(ctx) // each ends its file, whatever becomes of the others
	group.Go(func() error { return clean.close(r.out) })
	group.Go(func() error { return places.close(r.out) })
	group.Go(func() error { return writeSample(r.out, f.sample) })
	group.Go(func() error { return writeTo(r.out, FilePeer, f.scored.peer.write) })
	group.Go(func() error { return writeRSIndex(r.out, numbers) })
	group.Go(func() error {
		f.fitted = f.scored.fit()
		return nil
	})
	return group.Wait()
}

func (r *run) walk(
	ctx context.Context,
	study, panel *cursor,
	f *findings,
	clean *cleanWriter,
	twin *columnarWriter,
	places *placedWriter,
	numbers *rsindex.Writer,
) error {
	group, ctx := guard.WithContext(ctx)
	fan := newFan(
		ctx,
		group,
		clean.write,
		twin.write,
		r.excluded.write,
		places.write,
		studied(f.sample, sumstats.Totals{N: r.opt.N, NCases: r.opt.Cases, NControls: r.opt.Controls}),
		numbered(numbers),
		func(b *batch) error {
			for i := range b.clean {
				f.metrics.add(&b.clean[i], b.af[i])
				f.scored.add(&b.clean[i])
				f.scored.peer.add(&b.clean[i])
			}
			for i := range b.outliers {
				f.metrics.frequency(&b.outliers[i].row, b.outliers[i].af, true)
			}
			return nil
		},
	)
	group.Go(func() error {
		err := guard.Do(func() error { // the consumers wait for close whatever happens
			return join(ctx, study, panel, f.resolver, func(d *decisions) error {
				r.progress.advance(len(d.clean) + len(d.excluded))
				return fan.add(d)
			})
		})
		return errors.Join(err, fan.close(err == nil))
	})
	return group.Wait()
}

func (r *run) newFindings() *findings {
	resolver := newResolver(&r.opt, r.dict, r.panel != nil, r.tally.nMax)
	r.tally.calls.warn(resolver.filter.warnings)
	resolver.filter.counts = r.mapping.HasAny(sumstats.FieldNCases, sumstats.FieldNControls)
	if r.in.Panel != nil {
		resolver.sites.panel = r.in.Panel.Name
	}
	return &findings{
		opt:         &r.opt,
		declared:    r.in.declared(&r.opt),
		unconfirmed: r.unconfirmed,
		sentences:   r.decision.Sentences(),
		guess:       r.inspection.Build,
		file:        &r.account,
		tally:       r.tally,
		metrics:     newMetrics(&r.opt, r.dict, r.panel != nil),
		resolver:    resolver,
		sample:      studyset.NewSample(r.dict, false),
		scored:      newScored(r.in.Scores, r.opt.Build),
		byRSID:      r.byRSID,
		placed:      r.placed,
		fit:         r.panelFit,
		noPanel:     r.in.NoPanel,
	}
}

// columns returns the optional columns of the clean file: those that hold anything.
func (r *run) columns() ssf.Columns {
	has := &r.tally.has
	cols := ssf.Scale(r.scale)
	for _, c := range []struct {
		column ssf.Columns
		there  bool
	}{
		{ssf.RSID, has.rsid || r.panel != nil && r.panelCounts.withRSID > 0},
		{ssf.N, has.n}, {ssf.NCases, has.cases}, {ssf.NControls, has.controls},
		{ssf.NEff, has.nEff}, {ssf.Info, has.info},
	} {
		if c.there {
			cols |= c.column
		}
	}
	return cols
}
