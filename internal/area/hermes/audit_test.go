package hermes_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// trail follows the audit trail of a bench.
type trail struct {
	log  *audit.Log
	seen int64
}

// since returns the entries since the last call, one line each, oldest first. They must be about
// one object.
func (tr *trail) since(t *testing.T, object, objectID string) []string {
	t.Helper()
	page, err := tr.log.Search(t.Context(), audit.Filter{Limit: 500})
	must(t, err)
	var out []string
	for _, e := range slices.Backward(page.Items) {
		if e.Seq <= tr.seen {
			continue
		}
		tr.seen = e.Seq
		if e.Object != object || e.ObjectID != objectID {
			t.Errorf("entry %d is about %s %s, want %s %s", e.Seq, e.Object, e.ObjectID, object, objectID)
		}
		if (e.Actor == audit.System) != (e.Address == "") {
			t.Errorf("entry %d: %s acts from %q", e.Seq, e.Actor, e.Address)
		}
		out = append(out, strings.Join(slices.DeleteFunc([]string{
			e.Actor, string(e.Action), e.Detail, notices(e.Before), "→", notices(e.After),
		}, func(s string) bool { return s == "" }), " | "))
	}
	return out
}

// unchecked is what a reviewer of these files has to acknowledge.
const unchecked = "No reference panel on GRCh37 (hg19) is installed here, so alleles and strand were not compared with one; ask an administrator to install one, and run QC again."

// notices formats values without the ids, which vary.
func notices(values map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !strings.HasSuffix(name, "_id") && name != "sha256" {
			out = append(out, name+"="+values[name])
		}
	}
	return strings.Join(out, " ")
}

// tale is the life of submissions as the audit trail records it.
type tale struct {
	*bench
	trail
	uploading, reviewing context.Context
}

func newTale(t *testing.T, b *bench) *tale {
	as := func(name string) context.Context {
		return audit.WithOrigin(t.Context(), audit.Origin{Actor: name, ActorID: name, Address: "192.0.2.1", RequestID: "r1"})
	}
	const phenotypesLoaded = 1 // the entry that every database begins with
	return &tale{bench: b, trail: trail{log: audit.NewLog(b.store, b.now), seen: phenotypesLoaded}, uploading: as("uploader"), reviewing: as("reviewer")}
}

func (a *tale) want(t *testing.T, what, object, objectID string, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, a.since(t, object, objectID)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

const passed = "system | status-changed | QC passed with warnings: 1 lead variant (P < 5e-8) stands without any neighbour of P ≤ 1e-5; " +
	"single-variant peaks are often genotyping or imputation errors. | status=SUBMITTED TO QC | → | status=READY FOR REVIEW"

// TestEverythingThatHappensIsInTheAuditTrailOnce follows the life of submissions and a meta-analysis.
func TestEverythingThatHappensIsInTheAuditTrailOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		a := newTale(t, b)
		id := a.review(t)
		a.stop(t, id)
		a.combine(t)
		must(t, b.Delete(a.reviewing, b.reviewer, id))
		a.want(t, "deleted", "upload", id, "reviewer | deleted | One | dataset_name=One status=FAILED TO SUBMIT TO QC | →")
		r, err := a.log.Verify(t.Context())
		must(t, err)
		if r.BrokenAt != 0 || r.Events != a.seen {
			t.Errorf("the trail: %+v", r)
		}
	})
}

// review registers a submission, accepts it, and asks for QC again.
func (a *tale) review(t *testing.T) (id string) {
	t.Helper()
	u := a.registerTwice(t, "One", 1)
	a.want(t, "registered", "upload", u.ID, "uploader | upload-registered | One.tsv | → | dataset_name=One status=SUBMITTED TO QC")
	a.run(t, u)
	a.want(t, "QC", "upload", u.ID, passed)
	_, err := a.Review(a.reviewing, a.reviewer, u.ID, hermes.Decision{Kind: hermes.Reject, RunID: "another"})
	if !errs.Is(err, errs.Rule) {
		t.Errorf("rejection without a reason: %v", err)
	}
	a.want(t, "a refusal changes nothing", "upload", u.ID)
	_, err = a.Review(a.reviewing, a.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept, Comment: "fine\nwork"})
	must(t, err)
	a.want(
		t,
		"accepted",
		"upload",
		u.ID,
		"reviewer | status-changed | fine␊work · Acknowledged: "+unchecked+" | status=READY FOR REVIEW | → | acknowledged="+unchecked+" status=REVIEW APPROVED",
	)
	_, err = a.Rerun(a.uploading, a.uploader, u.ID, hermes.QCSettings{FD: 0.1, Adj: "none"}, true)
	must(t, err)
	a.want(t, "QC again", "upload", u.ID,
		"uploader | qc-started | the acceptance by reviewer is withdrawn | status=REVIEW APPROVED | → | status=SUBMITTED TO QC")
	return u.ID
}

// stop cancels QC while it waits, and, after a change of the metadata, while it runs.
func (a *tale) stop(t *testing.T, id string) {
	t.Helper()
	u, err := a.Upload(a.uploading, a.uploader, id)
	must(t, err)
	_, err = a.jobs.Cancel(a.uploading, a.uploader, u.Run.JobID)
	must(t, err)
	a.want(t, "cancelled while it waited", "upload", id, "uploader | cancelled | status=SUBMITTED TO QC | → | status=FAILED TO SUBMIT TO QC")
	u = a.edit(t, id)
	a.want(
		t,
		"metadata",
		"upload",
		id,
		"uploader | metadata-changed | cohort=Cohort One mapping.rsid=rsid status=FAILED TO SUBMIT TO QC | → | cohort=Other references=PMID 1 status=SUBMITTED TO QC",
	)
	worker := a.claim(t, u.Run.JobID)
	for range 2 { // asking twice is asking once
		_, err = a.jobs.Cancel(a.reviewing, a.reviewer, u.Run.JobID)
		must(t, err)
	}
	a.want(t, "asked to stop", "upload", id, "reviewer | cancelled | while it ran | →")
	must(t, a.RunJob(t.Context(), u.Run.JobID, worker))
	a.want(t, "stopped", "upload", id, "system | status-changed | QC cancelled | status=SUBMITTED TO QC | → | status=FAILED TO SUBMIT TO QC")
}

// combine follows the life of two accepted submissions and their meta-analysis.
func (a *tale) combine(t *testing.T) {
	t.Helper()
	var ids []string
	for i, name := range []string{"Two", "Three"} {
		u := a.registerTwice(t, name, uint64(i))
		a.run(t, u)
		_, err := a.Review(a.reviewing, a.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		a.want(t, name, "upload", u.ID,
			"uploader | upload-registered | "+name+".tsv | → | dataset_name="+name+" status=SUBMITTED TO QC",
			passed, "reviewer | status-changed | Acknowledged: "+unchecked+" | status=READY FOR REVIEW | → | acknowledged="+unchecked+" status=REVIEW APPROVED")
		ids = append(ids, u.ID)
	}
	choice := hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency"}
	options, err := json.Marshal(choice)
	must(t, err)
	m, err := a.CreateMeta(a.reviewing, a.reviewer, hermes.NewMeta{Name: "Both", Phenotype: "ALL_HF", Datasets: ids, Options: choice})
	must(t, err)
	a.want(t, "submitted", "meta", m.ID, fmt.Sprintf(
		"reviewer | meta-analysis-started | Both | → | datasets=Two, Three name=Both options=%s phenotype=ALL_HF status=SUBMITTED", options))
	must(t, a.RunJob(t.Context(), m.JobID, a.claim(t, m.JobID)))
	a.want(t, "completed", "meta", m.ID, "system | status-changed | completed | status=RUNNING | → | status=COMPLETED")
}

// registerTwice registers a new file; the second call returns the submission of the first.
func (a *tale) registerTwice(t *testing.T, name string, seed uint64) *hermes.UploadView {
	t.Helper()
	in := a.registration(t, name, seed)
	u, err := a.Register(a.uploading, a.uploader, in)
	must(t, err)
	again, err := a.Register(a.uploading, a.uploader, in)
	must(t, err)
	if again.ID != u.ID {
		t.Errorf("the same file became %s and %s", u.ID, again.ID)
	}
	return u
}

// edit changes the cohort, adds a reference, and leaves rs numbers out.
func (a *tale) edit(t *testing.T, id string) *hermes.UploadView {
	t.Helper()
	u, err := a.Upload(a.uploading, a.uploader, id)
	must(t, err)
	var metadata map[string]any
	must(t, json.Unmarshal(u.Metadata, &metadata))
	metadata["cohort"], metadata["references"] = "Other", "PMID 1"
	text, err := json.Marshal(metadata)
	must(t, err)
	var mapping sumstats.Mapping
	must(t, json.Unmarshal(u.Mapping, &mapping))
	delete(mapping, "rsid")
	u, err = a.Edit(a.uploading, a.uploader, id, hermes.Edit{Version: u.Version, Metadata: text, Mapping: mapping, Withdraw: true})
	must(t, err)
	return u
}
