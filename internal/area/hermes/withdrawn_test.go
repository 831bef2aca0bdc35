package hermes_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// acceptedStory is an accepted submission, One, and a finished meta-analysis of it.
type acceptedStory struct {
	*bench
	s     *hermes.Service // with mail
	other *auth.Identity  // a second reviewer
	id    string          // of One
	meta  string
}

// edit changes metadata and mapping of One.
func (a *acceptedStory) edit(t *testing.T, by *auth.Identity, withdraw bool, change func(metadata map[string]any, mapping map[string]string)) error {
	t.Helper()
	u, err := a.s.Upload(t.Context(), by, a.id)
	must(t, err)
	var metadata map[string]any
	must(t, json.Unmarshal(u.Metadata, &metadata))
	mapping := map[string]string{}
	must(t, json.Unmarshal(u.Mapping, &mapping))
	change(metadata, mapping)
	text, err := json.Marshal(metadata)
	must(t, err)
	in := hermes.Edit{Version: u.Version, Metadata: text, Withdraw: withdraw}
	columns, err := json.Marshal(mapping)
	must(t, err)
	must(t, json.Unmarshal(columns, &in.Mapping))
	_, err = a.s.Edit(t.Context(), by, a.id, in)
	return err
}

func (a *acceptedStory) again(t *testing.T, withdraw bool) error {
	t.Helper()
	_, err := a.s.Rerun(t.Context(), a.uploader, a.id, hermes.QCSettings{FD: 0.2, Adj: "none"}, withdraw)
	return err
}

// finish runs the current QC job of One, and accepts it.
func (a *acceptedStory) finish(t *testing.T) {
	t.Helper()
	u, err := a.Upload(t.Context(), a.uploader, a.id)
	must(t, err)
	a.run(t, u)
	_, err = a.Review(t.Context(), a.reviewer, a.id, hermes.Decision{Kind: hermes.Accept})
	must(t, err)
}

func size(n int) func(map[string]any, map[string]string) {
	return func(metadata map[string]any, _ map[string]string) { metadata["totalSampleSize"] = n }
}

// withdrawals are the ways in which an accepted submission can lose its acceptance or change, with
// the expected effects: the mark on the meta-analysis, and the notices by account. HERMES cannot
// replace or restore a file: a new file is a new submission, and there is no bin.
var withdrawals = map[string]struct {
	do      func(t *testing.T, a *acceptedStory) error
	code    string // of the refusal
	mark    string
	notices map[string]string // the first notice of each account
	mails   []string          // at once
}{
	"nothing": {do: func(*testing.T, *acceptedStory) error { return nil }},
	"an edit that is not confirmed": {
		do:   func(t *testing.T, a *acceptedStory) error { return a.edit(t, a.uploader, false, size(9000)) },
		code: "withdraws_acceptance",
	},
	"another run that is not confirmed": {
		do:   func(t *testing.T, a *acceptedStory) error { return a.again(t, false) },
		code: "withdraws_acceptance",
	},
	"metadata": {
		do:   func(t *testing.T, a *acceptedStory) error { return a.edit(t, a.uploader, true, size(9000)) },
		mark: "One: QC run 1 was combined, run 2 by uploader is current. Changed: total sample size (10000 → 9000). Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"metadata, by another reviewer": {
		do:   func(t *testing.T, a *acceptedStory) error { return a.edit(t, a.other, true, size(9000)) },
		mark: "One: QC run 1 was combined, run 2 by other is current. Changed: total sample size (10000 → 9000). Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "other changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"uploader": "other changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. A meta-analysis used it and is marked: its input has changed.",
		},
		mails: []string{"reviewer@example.org", "uploader@example.org"},
	},
	"columns": {
		do: func(t *testing.T, a *acceptedStory) error {
			return a.edit(t, a.uploader, true, func(_ map[string]any, mapping map[string]string) { delete(mapping, "rsid") })
		},
		mark: "One: QC run 1 was combined, run 2 by uploader is current. Changed: column of rsID (rsid → not stated). Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (metadata changed: column of rsID). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (metadata changed: column of rsID). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"the phenotype": {
		do: func(t *testing.T, a *acceptedStory) error {
			return a.edit(t, a.uploader, true, func(metadata map[string]any, _ map[string]string) { metadata["phenotype"] = "DCM_Broad" })
		},
		mark: "One: QC run 1 was combined, run 2 by uploader is current. Changed: phenotype (ALL_HF → DCM_Broad). Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (metadata changed: phenotype). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (metadata changed: phenotype). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"another run, with other options": {
		do: func(t *testing.T, a *acceptedStory) error {
			_, err := a.s.Rerun(t.Context(), a.uploader, a.id, hermes.QCSettings{FD: 0.2, Adj: "none", NoInd: true}, true)
			return err
		},
		mark: "One: QC run 1 was combined, run 2 by uploader is current. Changed: indels left out (false → true). Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"the same run again, accepted again": {
		do: func(t *testing.T, a *acceptedStory) error {
			must(t, a.again(t, true))
			a.finish(t)
			return nil
		},
		mark: "One: QC run 1 was combined, run 2 by uploader is current. The current run is accepted.",
		notices: map[string]string{
			"reviewer": "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"uploader": "reviewer accepted One.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"an edit and its opposite": {
		do: func(t *testing.T, a *acceptedStory) error {
			must(t, a.edit(t, a.uploader, true, size(9000)))
			u, err := a.Upload(t.Context(), a.uploader, a.id)
			must(t, err)
			a.run(t, u)
			return a.edit(t, a.uploader, false, size(10000))
		},
		mark: "One: QC run 1 was combined, run 3 by uploader is current. Its acceptance is withdrawn: the submission is still in QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (metadata changed: total sample size). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org", "reviewer@example.org"}, // the second: it waits for review
	},
	"a run that is cancelled": {
		do: func(t *testing.T, a *acceptedStory) error {
			must(t, a.again(t, true))
			u, err := a.Upload(t.Context(), a.uploader, a.id)
			must(t, err)
			_, err = a.jobs.Cancel(t.Context(), a.uploader, u.Run.JobID)
			return err
		},
		mark: "One: QC run 1 was combined, run 2 by uploader is current. Its acceptance is withdrawn: the submission has no finished QC.",
		notices: map[string]string{
			"reviewer": "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
			"other":    "uploader changed One (QC started again). The acceptance by reviewer is withdrawn. The meta-analysis Both used it and is marked: its input has changed.",
		},
		mails: []string{"other@example.org", "reviewer@example.org"},
	},
	"undoing the decision": {
		do: func(t *testing.T, a *acceptedStory) error {
			_, err := a.s.UndoReview(t.Context(), a.other, a.id, a.look(t, a.id).Version)
			return err
		},
		code: "in_use",
	},
	"deleting it": {
		do:   func(t *testing.T, a *acceptedStory) error { return a.s.Delete(t.Context(), a.reviewer, a.id) },
		code: "in_use",
	},
	"retiring its phenotype": {
		do: func(t *testing.T, a *acceptedStory) error {
			p, err := a.Phenotype(t.Context(), a.reviewer, "ALL_HF")
			must(t, err)
			_, err = a.s.UpdatePhenotype(
				t.Context(),
				a.reviewer,
				p.Code,
				p.Version,
				hermes.PhenotypeInput{Description: "Other words", Dichotomous: p.Dichotomous, Retired: true},
			)
			return err
		},
	},
	"other settings of the consortium": {
		do: func(t *testing.T, a *acceptedStory) error {
			a.decided(t, hermes.Settings{Reviewers: 2})
			return nil
		},
	},
}

func TestEffectsOfChangingAnAcceptedFile(t *testing.T) {
	for name := range withdrawals {
		t.Run(name, func(t *testing.T) {
			if name == "metadata" {
				onEach(t, func(t *testing.T, b *bench) { testWithdrawal(t, name, b) })
				return
			}
			t.Parallel()
			testWithdrawal(t, name, newBench(t, "sqlite://"+filepath.Join(t.TempDir(), "hermes.db")))
		})
	}
}

func testWithdrawal(t *testing.T, name string, b *bench) {
	ctx, c := t.Context(), withdrawals[name]
	m := b.submit(t)
	must(t, b.RunJob(ctx, m.JobID, b.claim(t, m.JobID)))
	var box posts
	a := &acceptedStory{bench: b, s: b.mailing(&box), other: b.otherReviewer(t), id: m.Inputs[0].UploadID, meta: m.ID}
	people := map[string]*auth.Identity{"uploader": b.uploader, "reviewer": b.reviewer, "other": a.other}
	for _, who := range people {
		must(t, b.ChooseMails(ctx, who, hermes.MailNever)) // the notices so far
		must(t, b.SeeNotices(ctx, who, b.now()))
	}
	must(t, a.s.Sweep(ctx))
	box.sent = nil
	for _, who := range people {
		must(t, b.ChooseMails(ctx, who, hermes.MailAtOnce))
	}

	err := c.do(t, a)
	switch {
	case c.code == "" && err != nil:
		t.Fatal(err)
	case c.code != "" && errs.CodeOf(err) != c.code:
		t.Fatalf("refused with %v, want %s", err, c.code)
	}
	var mails []string
	for _, mail := range box.sent {
		mails = append(mails, mail.To)
	}
	slices.Sort(mails)
	if diff := cmp.Diff(c.mails, mails, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	notices := map[string]string{}
	for who, id := range people {
		if all := b.notices(t, id); len(all) > 0 {
			notices[who] = all[0]
			if n := len(slices.DeleteFunc(all, func(text string) bool { return !strings.Contains(text, "is withdrawn") })); n > 1 {
				t.Errorf("%s was told %d times", who, n)
			}
		}
	}
	if diff := cmp.Diff(c.notices, notices, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	b.marked(t, m.ID, c.mark)
}

// marked requires one sentence on a meta-analysis, none for "": in the view, in the list, and in
// the public text.
func (b *bench) marked(t *testing.T, metaID, want string) {
	t.Helper()
	v, err := b.Meta(t.Context(), b.reviewer, metaID)
	must(t, err)
	page, err := b.Metas(t.Context(), b.reviewer, hermes.MetaFilter{Limit: 10})
	must(t, err)
	said, err := b.InputsChanged(t.Context(), []string{"absent", metaID})
	must(t, err)
	public := said[metaID]
	var got string
	for _, change := range v.Changed {
		got += change.Sentence()
	}
	if got != want || len(page.Items[0].Changed) != len(v.Changed) {
		t.Errorf("mark %q, %d in the list, want %q", got, len(page.Items[0].Changed), want)
	}
	if (public != "") != (want != "") || strings.Contains(public, "One") {
		t.Errorf("everybody reads %q", public)
	}
}
