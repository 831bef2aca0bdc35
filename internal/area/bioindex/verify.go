package bioindex

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// maxQueries limits how many random queries a caller may request.
const maxQueries = 10_000

// maxSeed keeps seeds whole in programs whose numbers are 64-bit floats.
const maxSeed = 1<<53 - 1

// seedOf draws the random queries of a job from its id, which is random.
func seedOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64() & maxSeed
}

// Verify starts another comparison of random queries of the live build with a scan of the whole
// file. queries of 0 is the number after a build; a nil seed draws one. errs.Conflict (not_ready,
// verify_running).
func (s *Service) Verify(ctx context.Context, by *auth.Identity, id string, queries int, seed *uint64) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Verify(%q)", id)
	if queries == 0 {
		queries = s.cfg.Queries
	}
	if queries < 0 || queries > maxQueries {
		return nil, errs.AtField("queries", fmt.Sprintf("Ask for 1 to %s queries.", phrase.Thousands(maxQueries)))
	}
	return s.change(ctx, by, id, record.Any(), func(tx Tx, x *Index) (*record.Event, error) {
		if x.BuildID == "" {
			return nil, errNotReady()
		}
		b, err := tx.Build(ctx, x.BuildID)
		if err != nil {
			return nil, err
		}
		if err := s.mayVerify(ctx, tx, b); err != nil {
			return nil, err
		}
		b.Again = &Again{JobID: s.newID(), Queries: queries}
		b.Again.Seed = seedOf(b.Again.JobID)
		if seed != nil {
			b.Again.Seed = *seed
		}
		err = job.Enqueue(ctx, tx, &job.Job{
			ID: b.Again.JobID, Kind: KindVerify, Area: x.Area, SubjectID: x.ID, RunID: b.ID, OwnerID: x.Owner.ID, Memory: buildMemory,
		}, job.MaxUnfinished, s.now())
		if err != nil {
			return nil, err
		}
		return &record.Event{
				Action: "asked to verify it again",
				Detail: phrase.Counted(int64(queries), "query", "queries"),
				Kind:   audit.Changed,
			}, tx.UpdateBuild(
				ctx,
				b,
			)
	})
}

// mayVerify rejects a second verification while one is running.
func (s *Service) mayVerify(ctx context.Context, tx Tx, b *Build) error {
	if b.Again == nil {
		return nil
	}
	j, err := tx.Job(ctx, b.Again.JobID)
	if err == nil && (j.State == job.Queued || j.State == job.Running) {
		return errs.New(errs.Conflict, "verify_running", "This index is being verified. Wait for it, or cancel it first.")
	}
	return err
}

// runVerify compares the live build with its file.
func (s *Service) runVerify(ctx context.Context, a *attempt, t *task) error {
	source, err := s.sourceOf(ctx, t)
	if err != nil {
		return err
	}
	x, err := s.openBuild(ctx, t.build, source)
	if err != nil {
		return err
	}
	meter := job.NewMeter(a, job.Part{Name: stageVerifying, Word: "Comparing random queries with the file", Weight: 1})
	proof, err := s.prove(ctx, x.Index, source.table(ctx), t.build.Again.Queries, t.build.Again.Seed, meter)
	if err != nil {
		return err
	}
	a.Crash("computed")
	return a.Finish(ctx, func(tx Tx, b *Build) error {
		proof.At, b.Proof = s.now(), proof
		if err := tx.UpdateBuild(ctx, b); err != nil {
			return err
		}
		return s.noteEnd(ctx, tx, a.Job, job.Succeeded, "")
	})
}

// prove compares random queries with a scan of the whole file; a *disproved with the proof when one
// of them differs.
func (s *Service) prove(ctx context.Context, x *tableindex.Index, table tableindex.Source, queries int, seed uint64, meter *job.Meter) (*Proof, error) {
	report, err := tableindex.Verify(ctx, x, table, queries, seed, func(p tableindex.Progress) { meter.At(stageVerifying, p.Done, p.Total) })
	if err != nil {
		return nil, err
	}
	proof := &Proof{Report: report}
	if report.Different > 0 {
		return nil, &disproved{proof: proof, Refusal: &job.Refusal{Sentence: fmt.Sprintf(
			"%s of %s random queries returned other rows than a scan of the whole file. The index cannot be queried. Contact the operator; the seed is %d.",
			phrase.Thousands(int64(report.Different)), phrase.Thousands(int64(report.Queries)), seed)}}
	}
	return proof, nil
}

// exampleSpan is the length of a region that is proposed as a query, in base pairs.
const exampleSpan = 100_000

// examples returns values of queries that return rows.
func examples(ctx context.Context, x *tableindex.Index) (out [][]string, err error) {
	about := x.About()
	at := make(map[string]int, len(about.Columns))
	for i, c := range about.Columns {
		at[c.Name] = i
	}
	for row, err := range x.Rows(ctx, tableindex.Query{Limit: 1}, 0) {
		if err != nil {
			return nil, err
		}
		cells := row.Cells()
		value := func(name string) string {
			if cell := cells[at[name]]; cell != nil {
				return *cell
			}
			return ""
		}
		if values := exampleOf(about.Schema, value); values != nil {
			out = append(out, values)
		}
	}
	return out, nil
}

// exampleOf makes a query of the values of a row; nil when one of them is empty.
func exampleOf(schema tableindex.Schema, value func(column string) string) []string {
	var values []string
	for _, key := range schema.Keys {
		text := ""
		for _, column := range key {
			if text == "" {
				text = value(column)
			}
		}
		values = append(values, text)
	}
	if l := schema.Locus; l != nil {
		text := ""
		switch start, err := strconv.ParseInt(value(l.Start), 10, 64); {
		case l.Template != nil:
			text = value(l.Template.Column)
		case err == nil:
			text = fmt.Sprintf("%s:%d-%d", value(l.Chromosome), max(start, 1), max(start, 1)+exampleSpan)
		}
		values = append(values, text)
	}
	for _, v := range values {
		if v == "" {
			return nil
		}
	}
	return values
}
