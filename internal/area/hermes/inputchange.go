package hermes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// InputChange is how a submission has changed since a meta-analysis used it. It compares the run that
// was combined with the current one.
type InputChange struct {
	UploadID    string
	DatasetName string // at the time of the meta-analysis
	UsedRun     int    // number of the run that was combined
	Run         int    // number of the current one
	ChangedAt   time.Time
	ChangedBy   string          // user who started the current run
	Status      UploadStatus    // current status of the submission
	Fields      []record.Change // metadata, columns and QC options that differ
}

// Withdrawn reports whether the submission is not accepted now.
func (c *InputChange) Withdrawn() bool { return c.Status != ReviewApproved }

// Sentence describes the change.
func (c *InputChange) Sentence() string {
	const most = 5
	out := c.DatasetName + ": QC run " + strconv.Itoa(c.UsedRun) + " was combined, run " + strconv.Itoa(c.Run) + " by " + c.ChangedBy + " is current."
	var fields []string
	for i, f := range c.Fields {
		if i == most {
			fields = append(fields, strconv.Itoa(len(c.Fields)-most)+" more")
			break
		}
		fields = append(fields, f.Field+" ("+shown(f.Before)+" → "+shown(f.After)+")")
	}
	if len(fields) > 0 {
		out += " Changed: " + joined(fields) + "."
	}
	if c.Withdrawn() {
		return out + " Its acceptance is withdrawn: the submission " + statusPhrase(c.Status) + "."
	}
	return out + " The current run is accepted."
}

func shown(value string) string {
	if value == "" {
		return "not stated"
	}
	return errs.Shortened(value, 60)
}

// metasAtOnce is the number of meta-analyses whose inputs are compared at once.
const metasAtOnce = 50

// InputsChanged describes by meta-analysis how its inputs have changed since it was created, in a
// text that is public: without names and values. Unchanged and absent ones are left out.
func (s *Service) InputsChanged(ctx context.Context, metaIDs []string) (_ map[string]string, err error) {
	defer errs.Wrap(&err, "hermes.InputsChanged(%d meta-analyses)", len(metaIDs))
	said := make(map[string]string)
	for ids := range slices.Chunk(metaIDs, metasAtOnce) {
		metas, err := s.store.MetasByID(ctx, ids)
		if err != nil {
			return nil, err
		}
		changed, err := s.inputChanges(ctx, metas)
		if err != nil {
			return nil, err
		}
		for _, m := range metas {
			if changes := changed[m.ID]; len(changes) > 0 {
				said[m.ID] = changesInWords(changes, len(m.Inputs))
			}
		}
	}
	return said, nil
}

func changesInWords(changes []InputChange, studies int) string {
	var described, withdrawn int
	for _, c := range changes {
		if len(c.Fields) > 0 {
			described++
		}
		if c.Withdrawn() {
			withdrawn++
		}
	}
	out := fmt.Sprintf("QC of %d of %d studies ran again after this result was made", len(changes), studies)
	if described > 0 {
		out += fmt.Sprintf(", of %d with other metadata, columns or options", described)
	}
	if withdrawn > 0 {
		out += fmt.Sprintf("; %d of them %s not accepted now", withdrawn, isAre(withdrawn))
	}
	return out + "."
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// inputChanges compares the combined runs of meta-analyses that have or will have a result with the
// current runs. The result is by meta-analysis.
func (s *Service) inputChanges(ctx context.Context, metas []*Meta) (map[string][]InputChange, error) {
	var ids []string
	for _, m := range metas {
		if m.Status.counts() {
			for _, in := range m.Inputs {
				ids = append(ids, in.UploadID)
			}
		}
	}
	uploads, err := s.store.UploadsByID(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
	if err != nil {
		return nil, err
	}
	now := make(map[string]*Submission, len(uploads))
	for _, u := range uploads {
		now[u.ID] = u
	}
	var runIDs []string
	for _, m := range metas {
		for _, in := range m.Inputs {
			if u := now[in.UploadID]; u != nil && u.differs(in) {
				runIDs = append(runIDs, in.RunID, u.RunID)
			}
		}
	}
	found, err := s.store.QCRunsByID(ctx, slices.Compact(slices.Sorted(slices.Values(runIDs))))
	if err != nil {
		return nil, err
	}
	runs := make(map[string]*QCRun, len(found))
	for _, r := range found {
		runs[r.ID] = r
	}
	out := make(map[string][]InputChange)
	for _, m := range metas {
		for _, in := range m.Inputs {
			u := now[in.UploadID]
			if !m.Status.counts() || u == nil || !u.differs(in) {
				continue
			}
			change, err := changeOf(m, in, u, cmp.Or(runs[in.RunID], &QCRun{}), cmp.Or(runs[u.RunID], &QCRun{}))
			if err != nil {
				return nil, err
			}
			out[m.ID] = append(out[m.ID], *change)
		}
	}
	return out, nil
}

// differs reports whether a submission differs from the input of a meta-analysis.
func (u *Submission) differs(in MetaInput) bool {
	return u.RunID != in.RunID || u.Status != ReviewApproved
}

func changeOf(m *Meta, in MetaInput, u *Submission, used, current *QCRun) (*InputChange, error) {
	was, is := used.Metadata, current.Metadata
	if was == nil { // a run from before this was stored: compare with the copy in the meta-analysis
		var err error
		if was, err = json.Marshal(
			Metadata{
				DataSetName:     in.DatasetName,
				Cohort:          in.Cohort,
				Phenotype:       m.Phenotype,
				Ancestry:        in.Ancestry,
				TotalSampleSize: in.NTotal,
				Cases:           in.Cases,
			},
		); err != nil {
			return nil, err
		}
		if is, err = json.Marshal(
			Metadata{DataSetName: u.DatasetName, Cohort: u.Cohort, Phenotype: u.Phenotype, Ancestry: u.Ancestry, TotalSampleSize: u.NTotal, Cases: u.Cases},
		); err != nil {
			return nil, err
		}
	}
	before, err := used.madeWith(was)
	if err != nil {
		return nil, err
	}
	after, err := current.madeWith(is)
	if err != nil {
		return nil, err
	}
	c := &InputChange{
		UploadID: in.UploadID, DatasetName: in.DatasetName, UsedRun: used.Number, Run: current.Number,
		ChangedAt: current.CreatedAt, ChangedBy: current.CreatedBy, Status: u.Status,
	}
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if before[key] != after[key] {
			c.Fields = append(c.Fields, record.Change{Key: key, Field: sheetWords(key), Before: before[key], After: after[key]})
		}
	}
	return c, nil
}

// madeWith returns the metadata, columns and options of a run as values by name. Missing values are
// left out.
func (r *QCRun) madeWith(metadata json.RawMessage) (map[string]string, error) {
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return nil, err
	}
	values, err := sheetOf(metadata, r.Mapping, settings)
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" || value == "null" })
	return values, err
}

// sheetWords returns the label of a value of sheetOf, within a sentence.
func sheetWords(key string) string {
	if field, found := strings.CutPrefix(key, sheetMapping); found {
		return "column of " + columnWords(sumstats.Field(field))
	}
	if option, found := strings.CutPrefix(key, sheetOptions); found {
		return optionWords[option]
	}
	return fieldWords(key)
}

// optionWords are the labels of QC options on the page, by key.
var optionWords = map[string]string{
	"fd": "frequency difference", "adj": "adjustment of the figures", "noind": "indels left out", "it": "imputation quality",
	"panel": "reference panel", "thresholds": "thresholds of the consortium",
}
