package sgc

import (
	"bytes"
	"context"
	"reflect"
	"slices"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// change is a changed record and its event.
type change struct {
	*Record
	record.Event
	added          *File // its rows are in the record
	content        []byte
	retired        check.Kind
	mapping        check.Mapping // to remember for the uploader
	minCell        int64         // of the rules when it is saved
	keepValidation bool
	resized        bool // small numbers were removed from the sizes
}

// open returns a record that the caller may change. *ConflictError if the version is not current.
func (s *Service) open(ctx context.Context, by *auth.Identity, id string, version int64) (*Record, error) {
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if c.Version != version {
		return nil, s.changedMeanwhile(ctx, by, id)
	}
	r, err := s.record(ctx, c, false)
	if err == nil && r.Version != version {
		return nil, s.changedMeanwhile(ctx, by, id)
	}
	return r, err
}

// save hides small numbers, withdraws the validation and writes the record in one transaction.
// Files are stored before it, and files that are not needed are removed after it.
func (s *Service) save(ctx context.Context, by *auth.Identity, ch *change) (*CohortView, error) {
	if ch.By == "" {
		ch.By = by.User.UserName
	}
	dictionary, _, err := s.dictionary(ctx)
	if err != nil {
		return nil, err
	}
	if ch.minCell, err = s.minCell(ctx); err != nil {
		return nil, err
	}
	rewritten := ch.hide(ch.minCell)
	var obsolete []string
	for _, f := range rewritten {
		obsolete = append(obsolete, f.blobKey())
	}
	touched := ch.recount(dictionary, rewritten)
	ch.settle(s)
	stored, err := s.storeFiles(ctx, ch, rewritten)
	var archive []string
	if err == nil {
		err = s.store.InTx(ctx, func(tx Tx) error {
			if err := s.write(ctx, tx, by, ch, touched); err != nil || !ch.takesBack(rewritten) {
				return err
			}
			archive, err = dropArchive(ctx, tx)
			return err
		})
	}
	if err != nil {
		if kind := errs.KindOf(err); kind != errs.Internal && kind != errs.Unavailable { // otherwise the commit may have succeeded
			s.removeBlobs(ctx, stored)
		}
		if record.IsChanged(err) && by != nil {
			return nil, s.changedMeanwhile(ctx, by, ch.ID)
		}
		return nil, err
	}
	s.removeBlobs(ctx, append(obsolete, archive...))
	if by == nil {
		return nil, nil
	}
	now, err := s.store.Cohort(ctx, ch.ID)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, by, now)
}

// takesBack reports whether something visible was hidden, corrected or deleted, not only added.
func (ch *change) takesBack(rewritten []*File) bool {
	switch {
	case slices.ContainsFunc(rewritten, func(f *File) bool { return f != ch.added }):
		return true
	case ch.added != nil:
		return ch.added.Version > 1
	}
	return ch.resized || !ch.keepValidation
}

// hide hides small numbers in every version of every table, and returns the files whose rows have
// changed.
func (r *Record) hide(minCell int64) (rewritten []*File) {
	for _, f := range r.Files {
		if !isCases(f.Kind) {
			continue
		}
		rows := check.HideCases(r.Cases[f.ID], r.size().Of(f.Kind.Sex()), minCell)
		if f.MinCell < minCell || !reflect.DeepEqual(rows, r.Cases[f.ID]) {
			rewritten = append(rewritten, f)
			r.Cases[f.ID] = rows
		}
	}
	for _, sex := range sexes() {
		files := slices.DeleteFunc(slices.Clone(r.Files), func(f *File) bool { return f.Kind != check.PairsOf(sex) })
		slices.SortFunc(files, func(a, b *File) int { return a.Version - b.Version })
		versions := make([][]check.PairRow, len(files))
		for i, f := range files {
			versions[i] = r.Pairs[f.ID]
		}
		for i, rows := range check.HideVersions(versions, r.cases(sex), r.size().Of(sex), minCell) {
			if f := files[i]; f.MinCell < minCell || !slices.Equal(rows, r.Pairs[f.ID]) {
				rewritten = append(rewritten, f)
				r.Pairs[f.ID] = rows
			}
		}
	}
	return rewritten
}

// recount counts the warnings of each table again, from its stored rows. It returns the tables that
// were rewritten or have another count. The hash of a rewritten table's upload is deleted, because
// it could confirm a guess of a hidden number.
func (r *Record) recount(dictionary *check.Phenotypes, rewritten []*File) (touched []*File) {
	for _, f := range r.Files {
		if f.Kind == check.Description {
			continue
		}
		hidden := slices.Contains(rewritten, f)
		if hidden {
			f.SHA256 = ""
		}
		n := check.Warnings(r.Cases[f.ID], r.Pairs[f.ID], check.Context{Phenotypes: dictionary, Expected: r.size().Of(f.Kind.Sex())})
		if hidden || n != f.Warnings {
			f.Warnings = n
			touched = append(touched, f)
		}
	}
	return touched
}

// settle sets the consequences of a change: time, status, and withdrawal of a validation.
func (ch *change) settle(s *Service) {
	ch.LastActivityAt = s.now()
	if ch.keepValidation {
		return
	}
	before := ch.Status
	ch.Status, ch.ValidatedAt = ch.completeness(), nil
	if before == Validated {
		ch.Detail = joined(ch.Detail, "The validation is withdrawn.")
	}
	if before != ch.Status {
		ch.Event = ch.From(string(before), string(ch.Status))
	}
}

func joined(detail, sentence string) string {
	if detail == "" {
		return sentence
	}
	return detail + ". " + sentence
}

// storeFiles stores the files of a change under new keys.
func (s *Service) storeFiles(ctx context.Context, ch *change, rewritten []*File) (keys []string, err error) {
	files := slices.Clone(rewritten)
	if ch.added != nil && !slices.Contains(files, ch.added) {
		files = append(files, ch.added)
	}
	for _, f := range files {
		content := ch.content
		if f.Kind != check.Description {
			if content, err = ch.table(f); err != nil {
				return keys, err
			}
		}
		f.BlobID, f.MinCell = s.newID(), max(f.MinCell, ch.minCell)
		f.Size, f.StoredSHA256, err = s.blobs.Put(ctx, f.blobKey(), bytes.NewReader(content))
		if err != nil {
			return keys, err
		}
		keys = append(keys, f.blobKey())
	}
	return keys, nil
}

// table returns the stored text of a table.
func (r *Record) table(f *File) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if isCases(f.Kind) {
		err = check.WriteCases(&out, r.Cases[f.ID])
	} else {
		err = check.WritePairs(&out, r.Pairs[f.ID])
	}
	return out.Bytes(), err
}

func (s *Service) write(ctx context.Context, tx Tx, by *auth.Identity, ch *change, touched []*File) error {
	cohort := *ch.Cohort // fn of a transaction may run again
	if err := tx.UpdateCohort(ctx, &cohort); err != nil {
		return err
	}
	if ch.retired != "" {
		if err := tx.RetireFile(ctx, ch.ID, ch.retired); err != nil {
			return err
		}
	}
	if ch.added != nil {
		if err := tx.AddFile(ctx, ch.added, ch.Rows); err != nil {
			return err
		}
	}
	for _, f := range touched {
		if f == ch.added {
			continue
		}
		if err := tx.RewriteFile(ctx, f, ch.Rows); err != nil {
			return err
		}
	}
	if len(ch.mapping) > 0 {
		if err := tx.RememberMapping(ctx, by.User.ID, ch.added.Kind, ch.mapping, s.now()); err != nil {
			return err
		}
	}
	return s.note(ctx, tx, ch.ID, ch.Event)
}

// removeBlobs removes files that are not needed; the sweep removes those that remain.
func (s *Service) removeBlobs(ctx context.Context, keys []string) {
	for _, key := range keys {
		if err := s.blobs.Delete(context.WithoutCancel(ctx), key); err != nil {
			s.cfg.Log.WarnContext(ctx, "a file of a cohort stays behind", "key", key, "err", err)
		}
	}
}

// EnsureHidden hides numbers again after the consortium has raised its smallest cell, or if sizes
// and files were stored under a weaker rule. It runs at the start, after a change and in each sweep,
// because a request of another process can store under the rule that it has read just before.
func (s *Service) EnsureHidden(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "sgc.EnsureHidden")
	minCell, err := s.minCell(ctx)
	if err != nil {
		return err
	}
	ids, err := s.store.CohortsHiddenBelow(ctx, minCell)
	if err != nil || len(ids) == 0 {
		return err
	}
	for _, id := range ids {
		c, err := s.store.Cohort(ctx, id)
		if errs.Is(err, errs.NotFound) { // was deleted since
			continue
		}
		if err != nil {
			return err
		}
		r, err := s.record(ctx, c, false)
		if err != nil {
			return err
		}
		resized := r.leaveOut(minCell)
		_, err = s.save(ctx, nil, &change{Record: r, keepValidation: true, resized: resized, Event: record.Event{
			By: audit.System, Action: "numbers hidden", Detail: "More numbers are hidden than before.", Kind: audit.Changed,
		}})
		if err != nil && !record.IsChanged(err) { // another server was first
			return err
		}
	}
	return nil
}
